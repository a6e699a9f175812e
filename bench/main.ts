import { benchBodies } from './bodies.bench.ts'
import { benchBody } from './body.bench.ts'
import { benchClocks } from './clocks.bench.ts'
import { benchCluster } from './cluster.bench.ts'
import { benchConsole } from './console.bench.ts'
import { benchDisk } from './disk.bench.ts'
import { benchDocuments } from './documents.bench.ts'
import { benchGraph } from './graph.bench.ts'
import { benchKeys } from './keys.bench.ts'
import { benchLive } from './live.bench.ts'
import { benchMailbox } from './mailbox.bench.ts'
import { benchMeetings } from './meetings.bench.ts'
import { benchMemory } from './memory.bench.ts'
import { benchOutlook } from './outlook.bench.ts'
import { benchOverhead } from './overhead.bench.ts'
import { benchPlatformMemory } from './platform-memory.bench.ts'
import { benchReconcile } from './reconcile.bench.ts'
import { benchRecords } from './records.bench.ts'
import { benchRefusals } from './refusals.bench.ts'
import { benchScheduler } from './scheduler.bench.ts'
import { benchSeries } from './series.bench.ts'
import { benchSlowConnections } from './slow-connections.bench.ts'
import { benchStart } from './start.bench.ts'
import { benchWrites } from './writes.bench.ts'

/** `npm run bench` runs all benchmarks, `npm run bench -- start body` only the named ones. */
const BENCHMARKS = {
  start: benchStart,
  overhead: benchOverhead,
  mailbox: benchMailbox,
  outlook: benchOutlook,
  meetings: benchMeetings,
  documents: benchDocuments,
  records: benchRecords,
  body: benchBody,
  bodies: benchBodies,
  series: benchSeries,
  'slow-connections': benchSlowConnections,
  memory: benchMemory,
  reconcile: benchReconcile,
  scheduler: benchScheduler,
  graph: benchGraph,
  writes: benchWrites,
  live: benchLive,
  cluster: benchCluster,
  console: benchConsole,
  refusals: benchRefusals,
  'platform-memory': benchPlatformMemory,
  clocks: benchClocks,
  keys: benchKeys,
  disk: benchDisk,
}

const names = process.argv.slice(2)
for (const [name, bench] of Object.entries(BENCHMARKS)) {
  if (names.length === 0 || names.includes(name)) await bench()
}
