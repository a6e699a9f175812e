import { runConformance, toText } from '../../conformance/index.ts'
import { write } from '../../demo/output.ts'
import type { ConnectedProvider } from '../../src/contract/index.ts'
import { createSamples } from '../conformance/exercises.ts'
import { ADA, startSystem } from '../flows/system.ts'

/** A program that examines applications of the hub, which are connected in the sandbox, and prints what is wrong. */
const applications = process.argv.slice(2)
const system = await startSystem()
try {
  const samples = await createSamples(system)
  const accounts = applications.map((application) => ({
    application,
    connect: async () => (await system.connect(application, ADA)) as unknown as ConnectedProvider,
    samples: samples[application] ?? {},
  }))
  const { hub: url, platform } = system
  const report = await runConformance({ url, key: platform.key, applications, accounts, writes: true, refresh: true })
  write(toText(report))
  process.exitCode = report.counts.failed + report.counts.warning
} finally {
  await system.stop()
}
