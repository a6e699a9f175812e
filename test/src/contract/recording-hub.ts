import { connectedProvider, everything, fixtureVendor } from '../fixture-vendor.ts'
import { startHub } from '../hub.ts'

type Handler = (request: unknown, call: unknown) => unknown

/** Starts a hub that records the request that its handler received last. */
export async function startRecordingHub() {
  let received: Record<string, unknown> = {}
  const recording = (handler: unknown) => async (request: Record<string, unknown>, call: unknown) => {
    received = request
    return (handler as Handler)(request, call)
  }
  const { sync = {}, link, tag, queries } = everything
  const handlers = {
    sync: Object.fromEntries(Object.entries(sync).map(([name, handler]) => [name, recording(handler)])),
    link: recording(link),
    tag: recording(tag),
    queries: recording(queries),
  }
  const hub = await startHub({ vendors: [fixtureVendor(handlers as object)] })
  return {
    hub,
    received: () => received,
    /** Posts a request with a connection and returns the status of its response. */
    post: async (path: string, body: object): Promise<number> => {
      received = {}
      return (await hub.post(path, { connectedProvider: connectedProvider(), ...body })).status
    },
  }
}
