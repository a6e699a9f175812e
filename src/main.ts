const OLDEST_NODE = 24
const [major] = process.versions.node.split('.')
if (Number(major) < OLDEST_NODE) {
  process.stderr.write(`Provider Hub needs Node ${OLDEST_NODE} or newer; this is ${process.versions.node}.\n`)
  process.exit(1)
}
// Libraries print whole requests, secrets included, when DEBUG names them.
delete process.env.DEBUG

// Loaded after the checks above, so that an old Node says what is wrong instead of failing to read the sources.
const { start } = await import('./start.ts')
await start({
  definition: new URL('../definition.json', import.meta.url),
  publicFolder: new URL('../public', import.meta.url),
})
