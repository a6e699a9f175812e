import { expect } from '@jest/globals'
import { FILE_ID, LEGACY_KEY } from '../../../../sandbox/google/index.ts'
import { ADA } from '../harness.ts'
import { type Caller, placeholdersIn, reasonOf, runsOf } from './harness.ts'
import type { Mistake } from './mistakes.ts'

const file = (id: string, query = '') => `/drive/v3/files/${id}${query}`
const exported = (id: string) => file(id, '/export?mimeType=text/plain')
const template = (query = '') => `/v1/documents/${FILE_ID.template}${query}`
const ALL_TABS = '?includeTabsContent=true'
const KEY = { headers: { 'x-goog-drive-resource-keys': `${FILE_ID.legacy}/${LEGACY_KEY}` } }

const statusOf = async ({ call }: Caller, path: string, init?: object) => (await call(path, init)).status
const countIn = (value: unknown) => placeholdersIn(runsOf(value)).length

/** The placeholders of each run by itself. */
function countPerRun(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  if ('textRun' in value) return placeholdersIn((value.textRun as { content: string }).content).length
  return Object.values(value).reduce((sum: number, inner) => sum + countPerRun(inner), 0)
}

export const READING_MISTAKES: readonly Mistake[] = [
  {
    name: 'omits fields',
    wrong: async ({ installer }) =>
      Object.keys((await installer.call(file(FILE_ID.letter))).body).includes('webViewLink'),
    loses: false,
    right: async ({ installer }) =>
      Object.keys((await installer.call(file(FILE_ID.letter, '?fields=webViewLink'))).body),
    gets: ['webViewLink'],
  },
  {
    name: 'names a field of the older API',
    wrong: async ({ installer }) => reasonOf(await installer.call(file(FILE_ID.letter, '?fields=id,title'))),
    loses: [400, 'invalidParameter'],
    right: async ({ installer }) => (await installer.call(file(FILE_ID.letter, '?fields=name'))).body.name,
    gets: 'Welcome letter',
  },
  {
    name: 'omits supportsAllDrives',
    wrong: ({ installer }) => statusOf(installer, file(FILE_ID.playbook)),
    loses: 404,
    right: ({ installer }) => statusOf(installer, file(FILE_ID.playbook, '?supportsAllDrives=true')),
    gets: 200,
  },
  {
    name: 'sends supportsAllDrives to Docs, which has no such parameter',
    wrong: ({ installer }) => statusOf(installer, template('?supportsAllDrives=true')),
    loses: 400,
    right: ({ installer }) => statusOf(installer, template()),
    gets: 200,
  },
  {
    name: 'drops the resource key',
    wrong: ({ installer }) => statusOf(installer, exported(FILE_ID.legacy)),
    loses: 404,
    right: ({ installer }) => statusOf(installer, exported(FILE_ID.legacy), KEY),
    gets: 200,
  },
  {
    name: 'reads a file with a resource key by Docs',
    wrong: ({ installer }) => statusOf(installer, `/v1/documents/${FILE_ID.legacy}`, KEY),
    loses: 403,
    right: async ({ installer }) => (await installer.call(exported(FILE_ID.legacy), KEY)).body,
    gets: expect.stringContaining('120k rows'),
  },
  {
    name: 'lower-cases the id',
    wrong: ({ installer }) => statusOf(installer, file(FILE_ID.letter.toLowerCase())),
    loses: 404,
    right: ({ installer }) => statusOf(installer, file(FILE_ID.letter)),
    gets: 200,
  },
  {
    name: 'exports a shortcut instead of its target',
    wrong: ({ installer }) => statusOf(installer, exported(FILE_ID.shortcut)),
    loses: 403,
    async right({ installer }) {
      const { body } = await installer.call(file(FILE_ID.shortcut, '?fields=shortcutDetails(targetId)'))
      return statusOf(installer, exported(body.shortcutDetails.targetId))
    },
    gets: 200,
  },
  {
    name: 'does not look whether the file is in the trash',
    wrong: async ({ installer }) => (await installer.call(exported(FILE_ID.trashed))).status,
    loses: 200,
    right: async ({ installer }) => (await installer.call(file(FILE_ID.trashed, '?fields=trashed'))).body.trashed,
    gets: true,
  },
  {
    name: 'downloads a document',
    wrong: async ({ installer }) => reasonOf(await installer.call(file(FILE_ID.letter, '?alt=media'))),
    loses: [403, 'fileNotDownloadable'],
    right: ({ installer }) => statusOf(installer, exported(FILE_ID.letter)),
    gets: 200,
  },
  {
    name: 'exports HTML as text/html',
    wrong: ({ installer }) => statusOf(installer, file(FILE_ID.letter, '/export?mimeType=text/html')),
    loses: 400,
    async right({ installer }) {
      return (await installer.call(file(FILE_ID.letter, '/export?mimeType=application/zip'))).bytes
        .subarray(0, 2)
        .toString()
    },
    gets: 'PK',
  },
  {
    name: 'reads the first tab only',
    wrong: async ({ installer }) => countIn((await installer.call(template())).body),
    loses: 11,
    right: async ({ installer }) => countIn((await installer.call(template(ALL_TABS))).body),
    gets: 13,
  },
  {
    name: 'skips the tabs below a tab',
    async wrong({ installer }) {
      const { tabs } = (await installer.call(template(ALL_TABS))).body
      return countIn(tabs.map(({ documentTab }: { documentTab: object }) => documentTab))
    },
    loses: 12,
    right: async ({ installer }) => countIn((await installer.call(template(ALL_TABS))).body),
    gets: 13,
  },
  {
    name: 'skips headers, footers and footnotes',
    async wrong({ installer }) {
      const { tabs } = (await installer.call(template(ALL_TABS))).body
      return countIn(tabs[0].documentTab.body)
    },
    loses: 8,
    right: async ({ installer }) => countIn((await installer.call(template(ALL_TABS))).body.tabs[0].documentTab),
    gets: 11,
  },
  {
    name: 'skips tables',
    async wrong({ installer }) {
      const { content } = (await installer.call(template(ALL_TABS))).body.tabs[0].documentTab.body
      return countIn(content.map(({ paragraph }: { paragraph?: object }) => paragraph))
    },
    loses: 6,
    right: async ({ installer }) => countIn((await installer.call(template(ALL_TABS))).body.tabs[0].documentTab.body),
    gets: 8,
  },
  {
    name: 'looks for placeholders in each run by itself',
    wrong: async ({ installer }) => countPerRun((await installer.call(template())).body.body),
    loses: 7,
    right: async ({ installer }) => countIn((await installer.call(template())).body.body),
    gets: 8,
  },
  {
    name: 'takes the exported text for the whole document',
    wrong: async ({ installer }) => placeholdersIn((await installer.call(exported(FILE_ID.template))).body).length,
    loses: 11,
    right: async ({ installer }) => countIn((await installer.call(template(ALL_TABS))).body),
    gets: 13,
  },
  {
    name: 'takes the owner for granted',
    async wrong({ installer }) {
      const { body } = await installer.call(
        file(FILE_ID.playbook, '?supportsAllDrives=true&fields=owners(emailAddress)'),
      )
      return body.owners
    },
    loses: undefined,
    right: async ({ installer }) =>
      (await installer.call(file(FILE_ID.letter, '?fields=owners(emailAddress)'))).body.owners,
    gets: [{ emailAddress: ADA }],
  },
]
