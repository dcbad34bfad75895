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
  "decide", "loop_status", "parse_verdict", "record_findings", "respond_findings", "review_task", "verify_phase",
];
const REVIEW = [
  "VERDICT: reject", "", "FINDINGS:",
  "- [id:f-001] [severity:high] [file:src/session.rs] issue: expiry is never compared | suggestion: compare it",
].join("\n");

const [binary, directory] = process.argv.slice(2);
const transport = new StdioClientTransport({ command: binary, args: ["serve"], cwd: directory, stderr: "inherit" });
const client = new Client({ name: "countersign-clients", version: "1.0.0" });
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
  console.log(`typescript sdk: ${tools.length} tools; refusal: ${JSON.stringify(text(wrong).slice(0, 100))}`);
} finally {
  await client.close();
}
