import { styleText } from 'node:util'

const CLEAR_LINE = '\r\u001B[K'
const SECOND_MS = 1_000

type Style = Parameters<typeof styleText>[0]

/** The line below the text: the step that is running. Terminals only. */
let status = ''
/** Draws the prompt again after text was printed above it. */
let drawPrompt: (() => void) | undefined
let isClosed = false

/** Styles text where the terminal shows colours. NO_COLOR and FORCE_COLOR are respected. */
export function paint(style: Style, text: string): string {
  return styleText(style, text, { stream: process.stdout })
}

/** Prints a line to standard output, above the prompt and the running step. */
export function write(text: string): void {
  if (isClosed) return
  const hasLine = process.stdout.isTTY && (status !== '' || drawPrompt !== undefined)
  process.stdout.write(`${hasLine ? CLEAR_LINE : ''}${text}\n${status}`)
  drawPrompt?.()
}

/**
 * Prints a step with its duration when it is done. A terminal also shows it while it runs, with the seconds so far and
 * what `report` was last called with.
 */
export async function step<Result>(
  label: string,
  work: (report: (detail: string) => void) => Promise<Result>,
): Promise<Result> {
  const start = performance.now()
  const seconds = (digits: number) => ((performance.now() - start) / SECOND_MS).toFixed(digits)
  let detail = ''
  const show = () => setStatus(`  … ${label}${detail && `: ${detail}`} ${paint('dim', `${seconds(0)} s`)}`)
  const timer = setInterval(show, SECOND_MS)
  show()
  try {
    const result = await work((text) => {
      detail = text
      show()
    })
    setStatus('')
    write(`  ${paint('green', '✓')} ${label}${detail && `: ${detail}`} ${paint('dim', `${seconds(1)} s`)}`)
    return result
  } finally {
    clearInterval(timer)
    setStatus('')
  }
}

function setStatus(text: string): void {
  if (isClosed || !process.stdout.isTTY || (text === '' && status === '')) return
  status = text
  process.stdout.write(`${CLEAR_LINE}${status}`)
}

/** Text is printed above the prompt from now on; `draw` draws it again. */
export function setPrompt(draw: () => void): void {
  drawPrompt = draw
}

/** Replaces the running step and the prompt by a text that does not end its line. Other output is discarded from now on. */
export function closeOutput(lastText: string): void {
  isClosed = true
  process.stdout.write(`${process.stdout.isTTY ? CLEAR_LINE : ''}${lastText}`)
}

/** Ends the line of `closeOutput`. A terminal shows the whole line again, without the keys that were pressed meanwhile. */
export function endOutput(lastText: string, ending: string): void {
  process.stdout.write(process.stdout.isTTY ? `${CLEAR_LINE}${lastText}${ending}\n` : `${ending}\n`)
}
