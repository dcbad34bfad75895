// The official TypeScript SDK against a real server: lists the tools, makes a right call and a wrong one.
//
// Usage: node typescript_client.mjs BINARY DIRECTORY. Once tools are listed the SDK validates structured
// content against each output schema and throws where it does not fit.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

// Installed beside the working directory, not beside this file: the project's folder stays clean.
const require = createRequire(pathToFileURL(process.cwd() + "/"));
const load = async (name) => import(pathToFileURL(require.resolve(name)));
const { Client } = await load("@modelcontextprotocol/sdk/client/index.js");
const { StdioClientTransport } = await load("@modelcontextprotocol/sdk/client/stdio.js");

const TOOLS = [
  "check_plan", "decide", "loop_status", "parse_verdict", "record_findings", "record_tests", "respond_findings",
  "review_task", "verify_phase",
];
const REVIEW = [
  "VERDICT: reject", "", "FINDINGS:",
  "- [id:f-001] [severity:high] [file:src/session.rs] issue: expiry is never compared | suggestion: compare it",
].join("\n");

const [binary, directory] = process.argv.slice(2);
const transport = new StdioClientTransport({ command: binary, args: ["serve"], cwd: directory, stderr: "inherit" });
const client = new Client(
  { name: "countersign-clients", version: "1.0.0" }, { capabilities: { elicitation: { form: {} } } },
);
const { ElicitRequestSchema } = await load("@modelcontextprotocol/sdk/types.js");
const asked = [];
client.setRequestHandler(ElicitRequestSchema, async (request) => {
  asked.push(request.params);
  return asked.length === 1
    ? { action: "decline" }
    : { action: "accept", content: { choice: "stop", reason: "enough of it" } };
});
const text = (result) => result.content.filter((b) => b.type === "text").map((b) => b.text).join("");

await client.connect(transport);
try {
  assert.equal(client.getServerVersion().name, "countersign");
  const { tools } = await client.listTools();
  assert.deepEqual(tools.map((t) => t.name), TOOLS);
  for (const tool of tools) {
    assert.ok(tool.outputSchema && tool.annotations && tool.description, `${tool.name} introduces itself`);
  }

  const right = await client.callTool({ name: "parse_verdict", arguments: { text: REVIEW } });
  assert.ok(!right.isError, text(right));
  assert.equal(right.structuredContent.verdict, "changes_requested");
  assert.deepEqual(right.structuredContent.findings.map((f) => f.severity), ["high"]);
  assert.deepEqual(JSON.parse(text(right)), right.structuredContent);

  // An answer with a next step in it: the deepest output schema there is.
  const status = await client.callTool({ name: "loop_status", arguments: {} });
  assert.ok(!status.isError, text(status));
  assert.ok(status.structuredContent.next.call.tool, "the next call is ready to copy");

  const wrong = await client.callTool({ name: "record_findings", arguments: { loop_id: "nowhere", countersign: "x" } });
  assert.equal(wrong.isError, true);
  assert.ok(text(wrong).length > 20 && !text(wrong).includes("panicked"), text(wrong));

  const again = await client.callTool({ name: "parse_verdict", arguments: { text: "LGTM" } });
  assert.ok(!again.isError, "a refusal leaves the server alive");

  // Tests that go on failing end with a question for the human, which this client puts.
  const group = { id: "TS", title: "A change", criteria: "its tests pass", protocol: "countersign", failed: ["a"] };
  let run = (await client.callTool({ name: "record_tests", arguments: group })).structuredContent;
  while (run.next.action === "retest") {
    const { loop_id, turn } = run.next.call.arguments;
    run = (await client.callTool({ name: "record_tests", arguments: { loop_id, turn, failed: ["a"] } })).structuredContent;
  }
  assert.equal(run.next.action, "ask_user", JSON.stringify(run));
  const question = { name: "decide", arguments: run.next.call.arguments };
  const declined = (await client.callTool(question)).structuredContent;
  assert.equal(declined.next.action, "ask_user", "a question that is declined stays open");
  const decided = (await client.callTool(question)).structuredContent;
  assert.deepEqual([decided.outcome, decided.standing], ["aborted", "attested"], JSON.stringify(decided));
  assert.ok(asked[0].requestedSchema.properties.choice.oneOf.some((o) => o.const === "stop"), JSON.stringify(asked[0]));

  const { resources } = await client.listResources();
  assert.ok(resources.some((r) => r.uri === "countersign://metrics"), JSON.stringify(resources));
  const { contents } = await client.readResource({ uri: "countersign://metrics" });
  assert.ok(JSON.parse(contents[0].text).metrics.all.decisions_attested >= 1, contents[0].text);
  console.log(`typescript sdk: ${tools.length} tools; refusal: ${JSON.stringify(text(wrong).slice(0, 100))}`);
} finally {
  await client.close();
}
