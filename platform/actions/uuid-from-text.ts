import { hash } from 'node:crypto'

/** The same UUID for the same text, so that two who make the same thing at the same time make it once. */
export function uuidFromText(text: string): string {
  const digits = hash('sha256', text, 'hex')
  const [a, b, c, d] = [digits.slice(0, 8), digits.slice(8, 12), digits.slice(13, 16), digits.slice(17, 20)]
  return `${a}-${b}-8${c}-a${d}-${digits.slice(20, 32)}`
}
