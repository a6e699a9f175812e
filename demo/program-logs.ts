const MAX_LINES = 200

/** The last lines that the programs have logged. */
export class ProgramLogs {
  readonly #lines: string[] = []

  add(program: string, text: string): void {
    this.#lines.push(...text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [`${program}  ${line}`])))
    this.#lines.splice(0, this.#lines.length - MAX_LINES)
  }

  toText(): string {
    return this.#lines.join('\n')
  }
}
