import type nock from 'nock'
import { aWordFile, paragraph } from '../../../src/kit/documents/word-files.ts'
import { anItem, graphOf, itemPath, RUNNER_TOKEN, SHARE, serveContent, TOKEN } from './builders.ts'

/** A template with placeholders in its body and in a footnote. */
export const TEMPLATE = aWordFile({
  body: paragraph('Dear {{Na', 'me}}, we offer {{Price}}'),
  footnote: paragraph('Valid until {{Day}}'),
})
export const VALUES = { Name: 'Ann', Price: 12.5, Day: null }
const CREATED = anItem({ id: '01NEW', name: 'Offer 2026-11-02.docx', webUrl: 'https://contoso.sharepoint.com/new' })
const MINE = { id: '01ROOT', name: 'root', folder: { childCount: 1 }, parentReference: { driveId: 'b!bob' } }
/** The path of a new file in the runner’s OneDrive. */
export const newPath = (name: string, drive = 'b!bob', parent = '01ROOT') =>
  `${itemPath(parent, drive)}:/${encodeURIComponent(name)}:/content`

/** The documents that were uploaded, by their path. */
export const uploads = new Map<string, Uint8Array>()

export function serveTemplate(bytes = TEMPLATE, item = anItem(), token = TOKEN): void {
  graphOf(token).get(SHARE).reply(200, item)
  serveContent(`${SHARE}/content`, bytes, token)
}

export function serveOwnFolder(): void {
  graphOf(RUNNER_TOKEN).get('/v1.0/me/drive/root').reply(200, MINE)
}

/** Takes an upload of the runner. The body arrives as hexadecimal digits. */
export function takeUpload(path: string, response: object = CREATED, status = 201): nock.Scope {
  return graphOf(RUNNER_TOKEN)
    .put(path, (body: string) => {
      uploads.set(path, Buffer.from(body, 'hex'))
      return true
    })
    .query({ '@microsoft.graph.conflictBehavior': 'rename' })
    .reply(status, response)
}
