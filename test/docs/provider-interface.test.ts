import { describe, expect, test } from '@jest/globals'
import { providerInterfaceDocuments, writtenProviderInterface } from '../../docs/write-provider-interface.ts'

const documents = providerInterfaceDocuments()
const text = (file: string) => documents.get(file) ?? ''

describe('the reference of the provider interface', () => {
  test.each([...documents.keys()])('docs/provider-interface/%s is up to date: run npm run docs:write', (file) => {
    expect(writtenProviderInterface(file)).toBe(text(file))
  })

  test('lists every route with its access, and describes it', () => {
    expect(text('README.md')).toContain('| [`POST /sync/email`](sync.md#post-syncemail) | Sync | key |')
    expect(text('README.md')).toContain('| [`GET /auth/connect`](connect.md#get-authconnect) | Connect | open |')
    expect(text('README.md')).toContain('| `X-Request-Id` |')
    expect(text('sync.md')).toContain('## `POST /sync/email`\n')
    expect(text('connect.md')).toContain('## Webhook `registration`\n')
  })

  test('links bodies to schemas, and errors to problems', () => {
    expect(text('sync.md')).toContain('| 200 | [EmailPage](schemas.md#emailpage) | A page of items. |')
    expect(text('sync.md')).toContain('| 429 | [RateLimited](problems.md#ratelimited) |')
    expect(text('schemas.md')).toMatch(/^Part of .*\[EmailPage\]\(schemas\.md#emailpage\)/m)
  })

  test('says of a member what it has to be', () => {
    expect(text('schemas.md')).toMatch(
      /\| `externalId` \| string \| The vendor's own stable identifier\. Not empty\. \|/,
    )
    expect(text('schemas.md')).toContain('| `direction`, optional | `"inbound"` or `"outbound"` |')
  })
})
