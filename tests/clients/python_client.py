"""The official Python SDK against a real server: lists the tools, makes a right call and a wrong one.

Usage: python_client.py BINARY DIRECTORY. The SDK checks structured content against the output schema.
"""

import asyncio
import json
import sys

from mcp import ClientSession, StdioServerParameters, types
from mcp.client.stdio import stdio_client

TOOLS = [
    "check_plan", "decide", "loop_status", "parse_verdict", "record_findings", "record_tests", "respond_findings",
    "review_task", "verify_phase",
]
REVIEW = """## REVIEW COMPLETE

**Task:** 03-01 Task 2
**Status:** issues_found
**Critical:** 1
**Warnings:** 0
**Info:** 0

### Spec Compliance

### Finding 1: Expired tokens are accepted
- **Severity:** critical
- **Requirement:** Task 2
- **Issue:** The expiry is read and never compared.
- **Suggestion:** Compare it with the clock.

### Code Quality

No issues found.
"""


def attribute(value, *names):
    """Reads the first attribute there is: the SDK renamed some between its major versions."""
    for name in names:
        if hasattr(value, name):
            return getattr(value, name)
    raise AssertionError(f"{type(value).__name__} has none of {names}")


def text_of(result):
    return "".join(block.text for block in result.content if block.type == "text")


asked = []


async def choose(_context, params):
    """Answers for the human: declines the first question and chooses in the second."""
    asked.append(params)
    if len(asked) == 1:
        return types.ElicitResult(action="decline")
    return types.ElicitResult(action="accept", content={"choice": "stop", "reason": "enough of it"})


async def decisions(session):
    """Tests that go on failing end with a question for the human, which this client puts."""

    async def call(tool, arguments):
        result = await session.call_tool(tool, arguments)
        assert not attribute(result, "is_error", "isError"), text_of(result)
        return attribute(result, "structured_content", "structuredContent")

    group = {"id": "PY", "title": "A change", "criteria": "its tests pass", "protocol": "countersign"}
    run = await call("record_tests", {**group, "failed": ["a"]})
    while run["next"]["action"] == "retest":
        run = await call("record_tests", {**run["next"]["call"]["arguments"], "failed": ["a"]})
    assert run["next"]["action"] == "ask_user", run
    question = run["next"]["call"]["arguments"]
    declined = await call("decide", question)
    assert declined["next"]["action"] == "ask_user", "a question that is declined stays open"
    decided = await call("decide", question)
    assert (decided["outcome"], decided["standing"]) == ("aborted", "attested"), decided
    assert len(asked) == 2, asked


async def main(binary, directory):
    server = StdioServerParameters(command=binary, args=["serve"], cwd=directory)
    async with stdio_client(server) as (read, write), ClientSession(
        read, write, elicitation_callback=choose
    ) as session:
        started = await session.initialize()
        info = attribute(started, "server_info", "serverInfo")
        assert info.name == "countersign", info

        listed = (await session.list_tools()).tools
        assert [tool.name for tool in listed] == TOOLS, [tool.name for tool in listed]
        for tool in listed:
            assert attribute(tool, "output_schema", "outputSchema"), f"{tool.name}: no output schema"
            assert tool.annotations is not None and tool.description, f"{tool.name}: introduces itself"

        right = await session.call_tool("parse_verdict", {"text": REVIEW})
        assert not attribute(right, "is_error", "isError"), text_of(right)
        read_back = attribute(right, "structured_content", "structuredContent")
        assert read_back["verdict"] == "changes_requested", read_back
        assert [f["severity"] for f in read_back["findings"]] == ["critical"], read_back
        assert json.loads(text_of(right)) == read_back, "text repeats structure"

        wrong = await session.call_tool("parse_verdict", {"txt": REVIEW})
        assert attribute(wrong, "is_error", "isError"), "an unknown field is refused"
        assert "txt" in text_of(wrong) and "text" in text_of(wrong), text_of(wrong)

        again = await session.call_tool("parse_verdict", {"text": "LGTM"})
        assert not attribute(again, "is_error", "isError"), "a refusal leaves the server alive"
        await decisions(session)
    print(f"python sdk: {len(listed)} tools, protocol {attribute(started, 'protocol_version', 'protocolVersion')}; refusal: {text_of(wrong)[:100]!r}")


asyncio.run(asyncio.wait_for(main(*sys.argv[1:]), timeout=60))
