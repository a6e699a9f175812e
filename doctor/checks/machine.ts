import type { Reporter } from '../finding.ts'

/** Node and the system: what the programs run on. */
export function checkMachine(report: Reporter): void {
  const { node } = process.versions
  report.ok('Node', `${node} on ${process.platform} ${process.arch}`)
}

/** Secrets of several people's making are too short to be random. */
const MIN_ENTROPY_LENGTH = 32

/** Whether secrets look random. Their length and number are told, nothing else. */
export function checkSecrets(report: Reporter, name: string, secrets: readonly string[]): void {
  const weak = secrets.filter((secret) => secret.length < MIN_ENTROPY_LENGTH || new Set(secret).size < 10)
  const remedy = 'Replace it by the output of openssl rand -base64 32, in the order of docs/operating.md.'
  if (weak.length > 0) report.warning(name, 'it does not look like a random secret', remedy)
}
