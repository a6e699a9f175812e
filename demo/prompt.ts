import { createInterface } from 'node:readline'
import { EXAMPLES } from './examples.ts'
import { paint, setPrompt, write } from './output.ts'

const HELP = `  examples      lists queries to try; a number runs one
  curl          prints addresses, and how to get a token
  syncs         prints the last run of every sync
  log           prints what hub and platform have logged
  exit          stops everything (also Ctrl-C)
  { … }         any GraphQL query or mutation, on one line or several`

export interface PromptActions {
  /** Executes an operation of the graph. Throws an Error whose message is for the user. */
  execute: (query: string) => Promise<unknown>
  printAccess: () => void
  printSyncs: () => Promise<void>
  printLog: () => void
  exit: () => void
}

/** A line of the prompt, or several that form one operation. */
export type Input =
  | { kind: 'nothing' | 'help' | 'examples' | 'curl' | 'syncs' | 'log' | 'exit' | 'incomplete' }
  | { kind: 'query'; query: string }
  | { kind: 'unknown'; text: string }

const COMMANDS: Readonly<Record<string, Exclude<Input['kind'], 'query' | 'unknown'>>> = {
  '': 'nothing',
  help: 'help',
  '?': 'help',
  h: 'help',
  examples: 'examples',
  curl: 'curl',
  token: 'curl',
  syncs: 'syncs',
  log: 'log',
  exit: 'exit',
  quit: 'exit',
  q: 'exit',
}

/** Interprets what was typed: a command, the number of an example, or an operation, which may still be incomplete. */
export function interpret(text: string): Input {
  const trimmed = text.trim()
  const command = COMMANDS[trimmed.toLowerCase()]
  if (command) return { kind: command }
  const example = /^\d+$/.test(trimmed) ? EXAMPLES[Number(trimmed) - 1] : undefined
  if (example) return { kind: 'query', query: example.query }
  if (!/^(\{|(query|mutation|fragment|subscription)\b)/.test(trimmed)) return { kind: 'unknown', text: trimmed }
  return isComplete(trimmed) ? { kind: 'query', query: trimmed } : { kind: 'incomplete' }
}

/** Whether all brackets outside strings are closed. */
function isComplete(query: string): boolean {
  const code = query.replace(/"(?:\\.|[^"\\\n])*"/g, '')
  return code.includes('{') && count(code, /[{(]/g) <= count(code, /[})]/g)
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}

/** Reads commands and queries from the terminal until `stopping` is aborted. Does nothing without a terminal. */
export function readPrompt(actions: PromptActions, stopping: AbortSignal): void {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return
  const lines = createInterface({ input: process.stdin, output: process.stdout, prompt: paint('bold', '> ') })
  stopping.addEventListener('abort', () => lines.close(), { once: true })
  // In this mode the terminal sends Ctrl-C as a key and no signal. Ctrl-D closes the input.
  lines.on('SIGINT', actions.exit)
  lines.on('close', actions.exit)
  write('\nType help, examples, or a GraphQL query. exit stops everything.')
  setPrompt(() => lines.prompt(true))
  let pending = ''
  lines.on('line', async (line) => {
    const text = pending === '' ? line : `${pending}\n${line}`
    const input = interpret(text)
    // An empty line gives an incomplete operation up.
    pending = input.kind === 'incomplete' && line.trim() !== '' ? text : ''
    lines.setPrompt(paint('bold', pending === '' ? '> ' : '… '))
    await respond(input, actions)
    if (!stopping.aborted) lines.prompt(true)
  })
  lines.prompt()
}

async function respond(input: Input, actions: PromptActions): Promise<void> {
  if (input.kind === 'help') write(HELP)
  if (input.kind === 'examples') write(EXAMPLES.map(formatExample).join('\n'))
  if (input.kind === 'curl') actions.printAccess()
  if (input.kind === 'syncs') await actions.printSyncs().catch((error: Error) => write(error.message))
  if (input.kind === 'log') actions.printLog()
  if (input.kind === 'exit') actions.exit()
  if (input.kind === 'unknown') write(`“${input.text}” is not a command or a query. Type help to see what is.`)
  if (input.kind === 'query') {
    const result = await actions.execute(input.query).catch((error: Error) => error.message)
    write(typeof result === 'string' ? result : JSON.stringify(result, null, 2))
  }
}

function formatExample({ title, query }: (typeof EXAMPLES)[number], index: number): string {
  return `  ${paint('bold', String(index + 1))}  ${title}\n     ${paint('dim', query)}`
}
