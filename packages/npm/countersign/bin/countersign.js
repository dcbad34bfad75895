#!/usr/bin/env node
// Starts the program that npm installed for this platform. Downloads nothing, says nothing, stays in nobody's way.
"use strict";

const { spawn } = require("node:child_process");

const platform = `${process.platform}-${process.arch}`;
let program;
try {
  program = require.resolve(`@countersign/${platform}/bin/countersign`);
} catch {
  console.error(
    `countersign: there is no program for ${platform} here. Either npm left optional dependencies out (install again ` +
      `without --omit=optional), or none is published for this platform: cargo install countersign builds it.`,
  );
  process.exit(69);
}

const words = process.argv.slice(2);
if (typeof process.execve === "function") {
  // Newer nodes step aside altogether: signals, exit code and streams are the program's own.
  process.removeAllListeners("warning");
  process.execve(program, [program, ...words], process.env);
}
const child = spawn(program, words, { stdio: "inherit" });
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.on("error", (error) => {
  console.error(`countersign: ${program} cannot be started: ${error.message}`);
  process.exit(69);
});
child.on("exit", (code, signal) => {
  if (signal) {
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  } else {
    process.exit(code);
  }
});
