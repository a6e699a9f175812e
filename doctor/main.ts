const OLDEST_NODE = 24
const [major] = process.versions.node.split('.')
if (Number(major) < OLDEST_NODE) {
  process.stderr.write(
    `The doctor needs Node ${OLDEST_NODE} or newer; this is ${process.versions.node}. Install it from https://nodejs.org, or use npm run doctor on Linux x64.\n`,
  )
  process.exit(1)
}
// Libraries print whole requests, secrets included, when DEBUG names them.
delete process.env.DEBUG

// Loaded after the check above, so that an old Node says what is wrong instead of failing to read the sources.
const { run } = await import('./run.ts')
process.exitCode = await run(process.argv.slice(2), process.env)

export {}
