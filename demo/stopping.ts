/** The last one is sent when the terminal is closed. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

const controller = new AbortController()

/** Aborted when the demo is told to stop. A terminal and npm may each send a signal; only the first one matters. */
export const stopping = controller.signal

/** Stops the demo, like a signal. */
export function requestStop(): void {
  controller.abort(new Error('The demo was told to stop'))
}

for (const signal of SIGNALS) process.on(signal, requestStop)
// A reader that goes away, such as `head` or a closed terminal, ends the demo; without a listener the error is thrown.
process.stdout.on('error', requestStop)
