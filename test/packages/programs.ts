import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { ConsumerFolder, Outcome } from './consumer.ts'

/** A program that runs until it is stopped. */
export interface RunningProgram {
  /** Resolves when the program has printed a text. Rejects with what it printed if it ends before. */
  printed(text: string): Promise<string>
  /** Sends SIGTERM. */
  stop(): Promise<Outcome>
}

const running = new Set<ChildProcess>()

/** Kills what a failed test has left. */
export function killPrograms(): void {
  for (const child of running) child.kill('SIGKILL')
}

/** Starts a file of a consumer's folder, in an environment of its own. */
export function startProgram(
  { path }: ConsumerFolder,
  file: string,
  environment: Record<string, string> = {},
): RunningProgram {
  const child = spawn(process.execPath, [file], { cwd: path, env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  let output = ''
  const hasEnded = once(child, 'close').then(() => running.delete(child))
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => {
      output += data
    })
  }
  return {
    printed: async (text) => {
      while (!output.includes(text) && running.has(child)) {
        await Promise.race([once(child.stdout, 'data'), hasEnded])
      }
      if (!output.includes(text)) throw new Error(`The program ended without printing “${text}”: ${output}`)
      return output
    },
    stop: async () => {
      child.kill('SIGTERM')
      await hasEnded
      return { code: child.exitCode ?? -1, output }
    },
  }
}

/** The port that a provider's log names. */
export async function portOf(program: RunningProgram): Promise<number> {
  return Number(/"port":(\d+)/.exec(await program.printed('is listening'))?.[1])
}
