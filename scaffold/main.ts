// Checked before any module is loaded that an older Node cannot run.
if (Number.parseInt(process.versions.node, 10) < 24) {
  process.stderr.write(`This program needs Node 24 or newer; this is Node ${process.versions.node}.\n`)
  process.exit(1)
}

const { run } = await import('./program.ts')
process.exitCode = run(process.argv.slice(2))
