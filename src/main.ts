const OLDEST_NODE = 24
const [major] = process.versions.node.split('.')
if (Number(major) < OLDEST_NODE) {
  process.stderr.write(`Provider Hub needs Node ${OLDEST_NODE} or newer; this is ${process.versions.node}.\n`)
  process.exit(1)
}
// Loaded after the checks above, so that an old Node says what is wrong instead of failing to read the sources.
const { readCommandLine } = await import('./command-line.ts')
const { exitWithStartupError } = await import('./runtime/process.ts')
try {
  const text = readCommandLine(process.argv.slice(2), new URL('../package.json', import.meta.url))
  if (text !== undefined) {
    process.stdout.write(text)
    process.exit(0)
  }
} catch (error) {
  exitWithStartupError('hub', error)
}

const { start } = await import('./start.ts')
await start({
  definition: new URL('../definition.json', import.meta.url),
  publicFolder: new URL('../public', import.meta.url),
})
