/** `ok` (green), `warning` (yellow): it runs but something is not as it should be, `error` (red), `skipped`: not checked. */
export type Status = 'ok' | 'warning' | 'error' | 'skipped'

/** What a check found. */
export interface Finding {
  program: 'hub' | 'platform'
  /** What was checked, in two or three words. */
  check: string
  status: Status
  /** What was seen, in one sentence without a secret. */
  detail: string
  /** What to do. Every warning and error has it. */
  remedy?: string
}

/** Reports the findings of one program. */
export class Reporter {
  readonly findings: Finding[] = []
  readonly #program: Finding['program']

  constructor(program: Finding['program']) {
    this.#program = program
  }

  ok(check: string, detail: string): void {
    this.#add({ check, status: 'ok', detail })
  }

  skipped(check: string, detail: string): void {
    this.#add({ check, status: 'skipped', detail })
  }

  warning(check: string, detail: string, remedy: string): void {
    this.#add({ check, status: 'warning', detail, remedy })
  }

  error(check: string, detail: string, remedy: string): void {
    this.#add({ check, status: 'error', detail, remedy })
  }

  #add(finding: Omit<Finding, 'program'>): void {
    this.findings.push({ program: this.#program, ...finding })
  }
}
