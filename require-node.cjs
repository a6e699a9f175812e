// Loaded before every program by `node -r`. It is read by any Node, while one older than 22.18 cannot read the programs.
const OLDEST = 24

if (Number.parseInt(process.versions.node, 10) < OLDEST) {
  const { platform, arch, versions } = process
  const hasPackage = platform === 'linux' && arch === 'x64'
  const remedy = hasPackage
    ? 'npm ci installs it for npm run and npx on this system: run npm ci, or see https://nodejs.org/en/download.'
    : `npm ci cannot install it on ${platform} ${arch}: see https://nodejs.org/en/download, or run nvm install ${OLDEST}, fnm install ${OLDEST} or brew install node@${OLDEST}.`
  process.stderr.write(`Provider Hub needs Node ${OLDEST} or newer; this is ${versions.node}.\n${remedy}\n`)
  process.exit(1)
}
