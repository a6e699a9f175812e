import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

/** Debian's packages, the first preferred: Chromium without windows takes half of the time of a test. */
const INSTALLED = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']
/** The program of the browser that tests start: CHROMIUM, else what is installed. */
const CHROMIUM = process.env.CHROMIUM ?? INSTALLED.find((path) => existsSync(path))
/** How Chromium is started: without a sandbox of its own, and without calling anybody. */
const CHROMIUM_ARGUMENTS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // WebGL without a graphics card. Pages are drawn without it, which costs a third of the time of a test less.
  '--disable-gpu-compositing',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
]

export const hasChromium = CHROMIUM !== undefined && existsSync(CHROMIUM)

/** Starts Chromium; the caller closes it. */
export function launchChromium(): Promise<Browser> {
  if (CHROMIUM === undefined) throw new Error('Chromium is not installed. Set CHROMIUM to its program.')
  return chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_ARGUMENTS })
}
