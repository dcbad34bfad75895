// HTTP in front of the server's standard streams, for suites that only speak HTTP. Carries messages and answers none:
// every JSON-RPC result and error that leaves here was written by the binary. What is HTTP's alone is done here, as the
// transport's chapter of the protocol has it: sessions, event streams, `Origin` and `Host`, statuses, and that headers
// repeat what the body says.
//
//   node http_bridge.mjs BINARY REPOSITORY      prints the address it listens at
//
// A client of the handshake (2025-11-25) gets a process for its session; each stateless request (2026-07-28) gets one
// of its own, which also shows that the server keeps nothing between two requests but what is on disk.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { createInterface } from "node:readline";

const [binary, repository] = process.argv.slice(2);
const VERSION = "io.modelcontextprotocol/protocolVersion";
const sessions = new Map();

const local = (name) => ["localhost", "127.0.0.1", "[::1]"].includes(name);
function foreign(headers) {
    const host = headers.host?.replace(/:\d+$/, "");
    if (!host || !local(host)) return true;
    if (!headers.origin) return false;
    try {
        return !local(new URL(headers.origin).hostname);
    } catch {
        return true;
    }
}

// A running server: lines in, lines out to whoever takes them.
function start(take, end) {
    const child = spawn(binary, ["serve"], { cwd: repository, stdio: ["pipe", "pipe", "inherit"] });
    createInterface({ input: child.stdout }).on("line", (line) => take(JSON.parse(line)));
    child.on("exit", end);
    child.stdin.on("error", () => {});
    return { send: (message) => child.stdin.write(JSON.stringify(message) + "\n"), close: () => child.stdin.end(), kill: () => child.kill() };
}

// What is refused before any message reaches the server.
function refuse(response, status, code, message, id = null) {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } }));
}

const isRequest = (message) => message.method !== undefined && message.id !== undefined;
const isResponse = (message) => message.method === undefined && message.id !== undefined;

// An answer that is one JSON body until something comes before it; from then on a stream of events.
class Reply {
    constructor(response, headers = {}) {
        Object.assign(this, { response, headers, streams: false });
    }
    open() {
        if (this.streams) return;
        this.streams = true;
        this.response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache", ...this.headers });
        this.response.flushHeaders();
    }
    event(message) {
        this.open();
        this.response.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
    }
    last(message) {
        if (this.streams) {
            this.event(message);
            this.response.end();
            return;
        }
        const status = statusOf(message);
        this.response.writeHead(status, { "content-type": "application/json", ...this.headers });
        this.response.end(JSON.stringify(message));
    }
}

// The status that the transport gives to an error of the protocol, in the stateless revision.
function statusOf(message) {
    switch (message.error?.code) {
        case -32601: return message.stateless ? 404 : 200;
        case -32020: case -32021: case -32022: return 400;
        case -32602: return /_meta/.test(message.error.message) ? 400 : 200;
        default: return 200;
    }
}

// Headers must say what the body says (2026-07-28): that is between the client and HTTP, the server sees only bodies.
function headersDiffer(headers, message) {
    const said = (name) => headers[name]?.trim();
    const version = message.params?._meta?.[VERSION];
    // What lacks its metadata is the server's to refuse.
    if (version === undefined) return null;
    if (said("mcp-protocol-version") !== version) return `MCP-Protocol-Version is not ${version}`;
    if (said("mcp-method") !== message.method) return `Mcp-Method is not ${message.method}`;
    const name = { "tools/call": message.params?.name, "prompts/get": message.params?.name, "resources/read": message.params?.uri }[message.method];
    if (name !== undefined && decoded(said("mcp-name")) !== name) return `Mcp-Name is not ${name}`;
    return null;
}

function decoded(value) {
    const coded = /^=\?base64\?(.*)\?=$/.exec(value ?? "");
    return coded ? Buffer.from(coded[1], "base64").toString() : value;
}

function stateless(request, response, message) {
    const differ = isRequest(message) ? headersDiffer(request.headers, message) : null;
    if (differ) return refuse(response, 400, -32020, `header mismatch: ${differ}`, message.id);
    if (!isRequest(message)) {
        response.writeHead(202).end();
        return;
    }
    const reply = new Reply(response);
    let done = false;
    const finish = () => {
        if (!done && !response.writableEnded) response.destroy();
        done = true;
    };
    const server = start((line) => {
        if (line.id === message.id && isResponse(line)) {
            done = true;
            reply.last(Object.defineProperty(line, "stateless", { value: true }));
            server.close();
        } else {
            reply.event(line);
        }
    }, finish);
    response.on("close", () => {
        // A client that goes away cancels what it asked for.
        if (!done) server.close();
    });
    server.send(message);
}

function session(request, response, message) {
    const id = request.headers["mcp-session-id"];
    if (message.method === "initialize") {
        if (id) return refuse(response, 400, -32600, "initialize belongs to no session", message.id ?? null);
        return begin(response, message);
    }
    const known = sessions.get(id);
    if (!id) return refuse(response, 400, -32600, "Mcp-Session-Id is missing", message.id ?? null);
    if (!known) return refuse(response, 404, -32600, "there is no such session", message.id ?? null);
    if (isRequest(message)) {
        known.open.set(message.id, { reply: new Reply(response), token: message.params?._meta?.progressToken });
    } else {
        response.writeHead(202).end();
    }
    known.server.send(message);
}

function begin(response, message) {
    const id = randomUUID();
    const open = new Map([[message.id, { reply: new Reply(response, { "mcp-session-id": id }) }]]);
    const known = { open, listener: null, unheard: [] };
    known.server = start(
        (line) => {
            const asked = isResponse(line) ? open.get(line.id) : undefined;
            if (asked) {
                open.delete(line.id);
                return asked.reply.last(line);
            }
            // What belongs to a call goes where its answer will; the rest to whoever listens.
            const token = line.params?.progressToken;
            const calls = [...open.values()];
            const call = token === undefined ? calls.filter(() => isRequest(line)).at(-1) : calls.find((c) => c.token === token);
            if (call) return call.reply.event(line);
            if (known.listener) return known.listener.event(line);
            known.unheard.push(line);
        },
        () => {
            sessions.delete(id);
            for (const { reply } of open.values()) reply.response.destroy();
            known.listener?.response.end();
        },
    );
    sessions.set(id, known);
    known.server.send(message);
}

function listen(request, response) {
    const known = sessions.get(request.headers["mcp-session-id"]);
    if (!known) return refuse(response, request.headers["mcp-session-id"] ? 404 : 405, -32600, "there is no such session");
    known.listener = new Reply(response);
    known.listener.open();
    known.unheard.splice(0).forEach((line) => known.listener.event(line));
    response.on("close", () => (known.listener = null));
}

const http = createServer((request, response) => {
    if (foreign(request.headers)) return refuse(response, 403, -32600, "only this machine may ask");
    if (request.method === "GET") return listen(request, response);
    if (request.method === "DELETE") {
        const known = sessions.get(request.headers["mcp-session-id"]);
        sessions.delete(request.headers["mcp-session-id"]);
        known?.server.close();
        response.writeHead(known ? 200 : 404).end();
        return;
    }
    if (request.method !== "POST") return void response.writeHead(405).end();
    const parts = [];
    request.on("data", (part) => parts.push(part));
    request.on("end", () => {
        let message;
        try {
            message = JSON.parse(Buffer.concat(parts).toString());
        } catch {
            return refuse(response, 400, -32700, "the body is no JSON");
        }
        const modern = message.params?._meta?.[VERSION] !== undefined || (!request.headers["mcp-session-id"] && message.method !== "initialize");
        return modern ? stateless(request, response, message) : session(request, response, message);
    });
});
http.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${http.address().port}/mcp`));
for (const signal of ["SIGINT", "SIGTERM"]) {
    process.on(signal, () => {
        for (const { server } of sessions.values()) server.kill();
        process.exit(0);
    });
}
