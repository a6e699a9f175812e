import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { stripTypeScriptTypes } from 'node:module'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'

const CLIENT = new URL('../../../platform/client/', import.meta.url)
const SOCKET = new URL('./', import.meta.resolve('graphql-ws/client'))

const PAGE = `<!doctype html><title>client</title>
<script type="importmap">{ "imports": { "graphql-ws/client": "/graphql-ws/client.js" } }</script>`

/** Starts the site of an application: it serves the client's source files, with their types stripped. */
export async function startSite(): Promise<{ origin: string; stop(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const [, folder = '', file = ''] = (request.url ?? '').split('/')
    const type = folder === '' ? 'text/html' : 'text/javascript'
    const body = await readContent(folder, file).catch(() => undefined)
    response.writeHead(body === undefined ? 404 : 200, { 'Content-Type': type }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => new Promise((resolve) => void server.close(() => resolve())),
  }
}

async function readContent(folder: string, file: string): Promise<string> {
  if (folder === '') return PAGE
  const source = await readFile(fileURLToPath(new URL(file, folder === 'client' ? CLIENT : SOCKET)), 'utf8')
  return folder === 'client' ? stripTypeScriptTypes(source) : source
}
