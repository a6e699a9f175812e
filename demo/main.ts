const OLDEST_NODE = 24
const [major] = process.versions.node.split('.')
if (Number(major) < OLDEST_NODE) {
  process.stderr.write(
    `The demo needs Node ${OLDEST_NODE} or newer; this is ${process.versions.node}. Use npm run demo.\n`,
  )
  process.exit(1)
}

// Printed before anything else is loaded, so that the terminal is not silent while the rest loads.
process.stdout.write(
  'Provider Hub: everything runs on this machine, without an account. Starting takes five to twenty seconds.\n',
)
// Loaded first, so that Ctrl-C is handled while the rest loads.
await import('./stopping.ts')
const { run } = await import('./show.ts')
await run(process.argv.slice(2))

export {}
