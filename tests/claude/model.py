"""A scripted model: the part of the Messages API that the client uses, on the loopback, playing fixed turns.

It holds no opinion and no state but the script; which turn to play is read off the conversation, so a repeated
request gets the same answer. What it is shown is kept whole in `requests`, and is what the run asserts on.

A script: {"agents": [{"name": "reviewer", "when": "regex over system prompt and first message", "turns": [turn, …]}]}.
The first agent that matches plays. "always" in place of "turns" is one turn played every time.
A turn: {"sees": {"next.action": "fix"}, "reads": ["regex"], "do": [step, …]}. `sees` looks into the newest tool result
as JSON, `reads` searches it as text; what does not hold is a fault of the run.
A step: {"say": text}, {"call": tool, "with": {…}} (`countersign:x` is the server's tool x), {"follow": {…}}, which makes
the newest `next.call` exactly as it stands with just the arguments its `fill` names, or {"act": name}, which has the
run do something (kill the server) before the answer goes out. A call lost with its server is made again.
In strings, ${a.b} is a field of the newest tool result that has it, ${prompt:regex} a group of the first message.
"""
import json
import re
import threading
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PREFIX = "mcp__countersign__"
LOST = "Connection closed"


def text_of(content):
    """Returns the text of a message's content, tool results included."""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "\n".join(text_of(part) for part in content)
    if isinstance(content, dict):
        return content.get("text") or text_of(content.get("content", ""))
    return ""


def results_of(messages):
    """Returns the texts of all tool results, newest first."""
    found = []
    for message in reversed(messages):
        if message["role"] == "user" and isinstance(message["content"], list):
            blocks = [b for b in message["content"] if b.get("type") == "tool_result"]
            found.extend(text_of(b.get("content", "")) for b in reversed(blocks))
    return found


def as_json(text):
    try:
        value = json.loads(text)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


MISSING = object()


def look(value, path):
    """Returns what a dotted path leads to; a number steps into a list."""
    for step in path.split("."):
        if isinstance(value, list) and step.isdigit() and int(step) < len(value):
            value = value[int(step)]
        elif isinstance(value, dict) and step in value:
            value = value[step]
        else:
            return MISSING
    return value


class Fault(Exception):
    """What the client showed is not what the script expects."""


class Conversation:
    """One request, as the script looks at it."""

    def __init__(self, body):
        self.messages = body.get("messages", [])
        self.tools = [tool.get("name") for tool in body.get("tools", [])]
        self.system = text_of(body.get("system", ""))
        users = [m for m in self.messages if m["role"] == "user"]
        self.prompt = text_of(users[0]["content"]) if users else ""
        self.results = results_of(self.messages)
        # What the client shows when the server died under a call: the call is made again, as the agent files say.
        self.lost = sum(1 for text in self.results if text.strip() == LOST)
        self.turn = sum(1 for m in self.messages if m["role"] == "assistant") - self.lost
        self.repeat = bool(self.results) and self.results[0].strip() == LOST

    def field(self, path):
        for text in self.results:
            value = look(as_json(text), path)
            if value is not MISSING:
                return value
        raise Fault(f"no tool result has {path}")

    def fill(self, value):
        if isinstance(value, dict):
            return {key: self.fill(part) for key, part in value.items()}
        if isinstance(value, list):
            return [self.fill(part) for part in value]
        if not isinstance(value, str):
            return value
        whole = re.fullmatch(r"\$\{([a-z_.0-9]+)\}", value)
        if whole:
            return self.field(whole[1])
        return re.sub(r"\$\{([^}]+)\}", lambda m: self.piece(m[1]), value)

    def piece(self, name):
        if name.startswith("prompt:"):
            found = re.search(name[len("prompt:"):], self.prompt)
            if not found:
                raise Fault(f"the prompt holds nothing like {name}")
            return found[1]
        value = self.field(name)
        return value if isinstance(value, str) else json.dumps(value)

    def tool(self, name):
        name = name.replace("countersign:", PREFIX)
        if name not in self.tools:
            raise Fault(f"the client offers no tool {name}: {self.tools}")
        return name

    def follow(self, given):
        call = self.field("next.call")
        step = self.field("next")
        if sorted(step.get("fill", [])) != sorted(given):
            raise Fault(f"`fill` names {step.get('fill', [])}, the script gives {sorted(given)}")
        return {"call": "countersign:" + call["tool"], "with": {**call["arguments"], **given}}

    def check(self, turn):
        newest = self.results[0] if self.results else ""
        for path, wanted in turn.get("sees", {}).items():
            value = look(as_json(newest), path)
            if value is MISSING or value != wanted:
                shown = "nothing" if value is MISSING else json.dumps(value)
                raise Fault(f"{path} is {shown}, not {json.dumps(wanted)}, in: {newest[:600]}")
        for pattern in turn.get("reads", []):
            if not re.search(pattern, newest, re.S):
                raise Fault(f"nothing like {pattern!r} in: {newest[:600]}")


class Model:
    """The server, its script, all it was shown, and what did not hold."""

    def __init__(self, script, acts):
        self.agents = script["agents"]
        self.acts = acts
        self.requests = []
        self.faults = []
        self.played = {}
        self.lock = threading.Lock()
        self.http = ThreadingHTTPServer(("127.0.0.1", 0), self.handler())
        self.address = f"http://127.0.0.1:{self.http.server_address[1]}"
        threading.Thread(target=self.http.serve_forever, daemon=True).start()

    def close(self):
        self.http.shutdown()
        self.http.server_close()

    def unplayed(self):
        """Returns the agents that did not come to the end of their turns."""
        short = []
        for agent in self.agents:
            wanted = len(agent.get("turns", ["always"]))
            if self.played.get(agent["name"], 0) < wanted:
                short.append(f"{agent['name']} played {self.played.get(agent['name'], 0)} of {wanted} turns")
        return short

    def answer(self, body):
        talk = Conversation(body)
        agent = next((a for a in self.agents if talk.tools and re.search(a["when"], talk.system + "\n" + talk.prompt, re.S)), None)
        name = agent["name"] if agent else "none"
        with self.lock:
            self.requests.append({"agent": name, "turn": talk.turn, "body": body})
        if agent is None:
            # Titles, summaries and probes of the client itself.
            return [{"type": "text", "text": "<summary>The work goes on.</summary>"}]
        if talk.repeat:
            return self.again(talk)
        turns = agent.get("turns", [])
        turn = agent.get("always") or (turns[talk.turn] if talk.turn < len(turns) else None)
        if turn is None:
            return [{"type": "text", "text": "There is nothing more to do."}]
        try:
            talk.check(turn)
            blocks = [block for step in turn["do"] for block in self.play(talk, step)]
        except Fault as fault:
            with self.lock:
                self.faults.append(f"{name}, turn {talk.turn}: {fault}")
            return [{"type": "text", "text": f"The script ends here: {fault}"}]
        with self.lock:
            self.played[name] = max(self.played.get(name, 0), 1 if "always" in agent else talk.turn + 1)
        return blocks

    @staticmethod
    def again(talk):
        """Makes the last calls once more, exactly as they were."""
        last = next(m for m in reversed(talk.messages) if m["role"] == "assistant")
        calls = [block for block in last["content"] if block.get("type") == "tool_use"]
        return [{**{k: call[k] for k in ("type", "name", "input")}, "id": "toolu_" + uuid.uuid4().hex[:20]} for call in calls]

    def play(self, talk, step):
        if "act" in step:
            self.acts[step["act"]]()
            return []
        if "say" in step:
            return [{"type": "text", "text": talk.fill(step["say"])}]
        if "follow" in step:
            step = talk.follow(talk.fill(step["follow"]))
        call = {"type": "tool_use", "id": "toolu_" + uuid.uuid4().hex[:20], "name": talk.tool(step["call"])}
        return [{**call, "input": talk.fill(step.get("with", {}))}]

    def handler(model):
        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def send(self, code, data, kind="application/json"):
                self.send_response(code)
                self.send_header("content-type", kind)
                self.send_header("content-length", str(len(data)))
                self.end_headers()
                if self.command != "HEAD":
                    self.wfile.write(data)

            def do_HEAD(self):
                self.send(200, b"")

            def do_GET(self):
                self.send(404, b'{"type":"error","error":{"type":"not_found_error","message":"not scripted"}}')

            def do_POST(self):
                raw = self.rfile.read(int(self.headers.get("content-length") or 0))
                path = self.path.split("?")[0]
                if path.endswith("/count_tokens"):
                    return self.send(200, json.dumps({"input_tokens": len(raw) // 4 + 1}).encode())
                if not path.endswith("/v1/messages"):
                    return self.do_GET()
                body = json.loads(raw)
                content = model.answer(body)
                called = any(block["type"] == "tool_use" for block in content)
                message = {
                    "id": "msg_" + uuid.uuid4().hex[:20], "type": "message", "role": "assistant",
                    "model": body.get("model", "scripted"), "content": content, "stop_sequence": None,
                    "stop_reason": "tool_use" if called else "end_turn",
                    "usage": {"input_tokens": 1, "output_tokens": 1},
                }
                if body.get("stream"):
                    self.send(200, stream(message), "text/event-stream")
                else:
                    self.send(200, json.dumps(message).encode())

        return Handler


def stream(message):
    """Returns a message as the events in which it would arrive."""
    events = [{"type": "message_start", "message": {**message, "content": [], "stop_reason": None}}]
    for index, block in enumerate(message["content"]):
        if block["type"] == "text":
            empty, delta = {"type": "text", "text": ""}, {"type": "text_delta", "text": block["text"]}
        else:
            empty = {**block, "input": {}}
            delta = {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
        events.append({"type": "content_block_start", "index": index, "content_block": empty})
        events.append({"type": "content_block_delta", "index": index, "delta": delta})
        events.append({"type": "content_block_stop", "index": index})
    end = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    events.append({"type": "message_delta", "delta": end, "usage": {"output_tokens": 1}})
    events.append({"type": "message_stop"})
    return "".join(f"event: {e['type']}\ndata: {json.dumps(e)}\n\n" for e in events).encode()
