"""Holds every message of a tapped run against the official schema of its revision.

Also: each request has exactly one answer, a tool's structured content keeps the tool's own output schema, and nothing
but messages stands on the server's output.
"""
import json
import pathlib

OLD, NEW = "2025-11-25", "2026-07-28"
SCHEMAS = {
    revision: json.loads((pathlib.Path(__file__).parent / "schemas" / f"{revision}.json").read_text())
    for revision in (OLD, NEW)
}
# The result of each request, by the name the schemas give it.
RESULTS = {
    "initialize": "InitializeResult", "server/discover": "DiscoverResult", "ping": "EmptyResult",
    "tools/list": "ListToolsResult", "tools/call": "CallToolResult",
    "prompts/list": "ListPromptsResult", "prompts/get": "GetPromptResult",
    "resources/list": "ListResourcesResult", "resources/read": "ReadResourceResult",
    "resources/templates/list": "ListResourceTemplatesResult",
    "resources/subscribe": "EmptyResult", "resources/unsubscribe": "EmptyResult", "logging/setLevel": "EmptyResult",
    "completion/complete": "CompleteResult", "subscriptions/listen": "SubscriptionsListenResult",
}
# Requests whose answer comes only when the stream they open ends.
STANDING = {"subscriptions/listen"}
# Keywords that say nothing a validator would check.
SILENT = {"$schema", "$defs", "description", "title", "default", "examples", "format"}


def is_type(value, name):
    kinds = {
        "object": dict, "array": list, "string": str, "boolean": bool, "null": type(None),
        "number": (int, float), "integer": int,
    }
    if name in ("number", "integer") and isinstance(value, bool):
        return False
    if name == "integer" and isinstance(value, float):
        return value.is_integer()
    return isinstance(value, kinds[name])


def equal(one, other):
    """Compares as JSON does: true is not 1."""
    return one == other and isinstance(one, bool) == isinstance(other, bool)


def faults(schema, value, root, at=""):
    """Yields what of a value breaks a schema. A keyword it does not know is itself a fault: nothing passes unread."""
    if schema is True or schema is False:
        if not schema:
            yield f"{at}: nothing is allowed here"
        return
    for word, rule in schema.items():
        if word in SILENT:
            continue
        elif word == "$ref":
            target = root
            for step in rule.removeprefix("#/").split("/"):
                target = target[step]
            yield from faults(target, value, root, at)
        elif word == "type":
            names = [rule] if isinstance(rule, str) else rule
            if not any(is_type(value, name) for name in names):
                yield f"{at}: is no {' or '.join(names)}"
        elif word == "const":
            if not equal(value, rule):
                yield f"{at}: is {value!r}, not {rule!r}"
        elif word == "enum":
            if not any(equal(value, one) for one in rule):
                yield f"{at}: {value!r} is none of {rule}"
        elif word == "allOf":
            for part in rule:
                yield from faults(part, value, root, at)
        elif word in ("anyOf", "oneOf"):
            tried = [list(faults(part, value, root, at)) for part in rule]
            if all(tried):
                yield min(tried, key=len)[0] + f" (nearest of {len(rule)})"
        elif word in ("minimum", "maximum"):
            if is_type(value, "number") and (value < rule if word == "minimum" else value > rule):
                yield f"{at}: {value} breaks {word} {rule}"
        elif word in ("minItems", "maxItems"):
            if isinstance(value, list) and (len(value) < rule if word == "minItems" else len(value) > rule):
                yield f"{at}: {len(value)} items break {word} {rule}"
        elif word == "items":
            for index, part in enumerate(value if isinstance(value, list) else []):
                yield from faults(rule, part, root, f"{at}/{index}")
        elif word == "required":
            for name in rule if isinstance(value, dict) else []:
                if name not in value:
                    yield f"{at}: has no {name}"
        elif word == "properties":
            for name, part in rule.items() if isinstance(value, dict) else []:
                if name in value:
                    yield from faults(part, value[name], root, f"{at}/{name}")
        elif word == "additionalProperties":
            known = schema.get("properties", {})
            for name in value if isinstance(value, dict) else []:
                if name not in known:
                    yield from faults(rule, value[name], root, f"{at}/{name}")
        else:
            yield f"{at}: the schema's keyword {word} is not known here"


def against(revision, name, value):
    root = SCHEMAS[revision]
    if name not in root["$defs"]:
        return [f"revision {revision} has no {name}"]
    return list(faults({"$ref": f"#/$defs/{name}"}, value, root))


def definition(revision, kind, method):
    """Returns the name of the request or notification that has a method."""
    for name, schema in SCHEMAS[revision]["$defs"].items():
        if name.endswith(kind) and schema.get("properties", {}).get("method", {}).get("const") == method:
            return name
    return None


class Wire:
    """A run's messages: counts, revisions seen, and what breaks a rule."""

    def __init__(self, log):
        self.faults = []
        self.checked = 0
        self.revisions = set()
        self.calls = []
        self.servers = []
        self.ends = {}
        self.open = {}
        self.agreed = {}
        self.outputs = {}
        for text in pathlib.Path(log).read_text().splitlines():
            row = json.loads(text)
            server, origin, line = row["server"], row["from"], row["line"]
            if origin == "tap":
                if "started" in line:
                    self.servers.append(server)
                if "ended" in line:
                    self.ends[server] = line["ended"]
                continue
            self.message(server, origin, line)
        # Servers are killed only while the model thinks: even of those, no request may be left over.
        for (server, origin, key), asked in self.open.items():
            if asked["method"] not in STANDING:
                self.fault(server, f"request {key} ({asked['method']}) of the {origin} has no answer")

    def fault(self, server, what):
        self.faults.append(f"server {server}: {what}")

    def message(self, server, origin, line):
        self.checked += 1
        if not isinstance(line, dict):
            return self.fault(server, f"the {origin} wrote what is no message: {str(line)[:120]}")
        revision = self.revision(server, line)
        self.revisions.add(revision)
        for fault in against(revision, "JSONRPCMessage", line):
            self.fault(server, f"{origin} {line.get('method', 'answer')} {fault}")
        if "method" in line:
            self.request(server, origin, line, revision)
        else:
            self.answer(server, origin, line)

    def revision(self, server, line):
        """Returns the revision a message belongs to: what it says itself, else what was agreed on."""
        meta = (line.get("params") or {}).get("_meta") or {}
        said = meta.get("io.modelcontextprotocol/protocolVersion")
        if said in SCHEMAS:
            self.agreed.setdefault(server, said)
            return said
        return self.agreed.get(server, OLD)

    def request(self, server, origin, line, revision):
        method = line["method"]
        kind = "Request" if "id" in line else "Notification"
        name = definition(revision, kind, method)
        if name is None:
            self.fault(server, f"the {origin} sent {method}, which revision {revision} does not have")
        else:
            for fault in against(revision, name, line):
                self.fault(server, f"{method} {fault}")
        if "id" in line:
            if origin == "server" and revision == NEW:
                self.fault(server, f"the server asked {method} of a client of {NEW}")
            self.open[server, origin, json.dumps(line["id"])] = {**line, "revision": revision}
        elif method == "notifications/cancelled":
            self.open.pop((server, origin, json.dumps(line["params"].get("requestId"))), None)

    def answer(self, server, origin, line):
        asker = "client" if origin == "server" else "server"
        asked = self.open.pop((server, asker, json.dumps(line.get("id"))), None)
        if asked is None:
            return self.fault(server, f"an answer to {line.get('id')}, which is not open")
        if "error" in line:
            if asked["method"] == "tools/call":
                self.calls.append((asked["params"]["name"], "error", line["error"]))
            return None
        method, revision, result = asked["method"], asked["revision"], line["result"]
        if method == "initialize":
            revision = self.agreed[server] = result.get("protocolVersion")
            if revision not in SCHEMAS:
                return self.fault(server, f"agreed on {revision}")
        name = RESULTS.get(method)
        if result.get("resultType") == "input_required":
            name = "InputRequiredResult"
        if name is None:
            return self.fault(server, f"no schema is known for the result of {method}")
        for fault in against(revision, name, result):
            self.fault(server, f"result of {method} {fault}")
        if method == "tools/list":
            self.outputs.update({tool["name"]: tool.get("outputSchema") for tool in result["tools"]})
        if method == "tools/call":
            self.tool(server, asked["params"]["name"], result)
        return None

    def tool(self, server, name, result):
        refused = result.get("isError", False)
        self.calls.append((name, "refused" if refused else "answered", result))
        content = result.get("structuredContent")
        if refused:
            return
        if content is None:
            return self.fault(server, f"{name} has no structured content")
        schema = self.outputs.get(name)
        if schema is None:
            return self.fault(server, f"{name} was never listed with an output schema")
        for fault in faults(schema, content, schema):
            self.fault(server, f"structured content of {name} {fault}")
        told = "".join(block.get("text", "") for block in result.get("content", []))
        try:
            same = json.loads(told) == content
        except ValueError:
            same = False
        if not same:
            self.fault(server, f"the text of {name} is not its structured content")
