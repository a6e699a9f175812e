const OLDEST_NODE = 24
const [major] = process.versions.node.split('.')
if (Number(major) < OLDEST_NODE) {
  process.stderr.write(`The platform needs Node ${OLDEST_NODE} or newer; this is ${process.versions.node}.\n`)
  process.exit(1)
}
// Libraries print whole requests, secrets included, when DEBUG names them.
delete process.env.DEBUG

// Loaded after the checks above, so that an old Node says what is wrong instead of failing to read the sources.
const args = process.argv.slice(2)
if (args.length > 0) {
  const { runCommand } = await import('./commands/run.ts')
  process.exitCode = await runCommand(args, process.env)
} else {
  const { run } = await import('./start.ts')
  await run(process.env)
}
