import { expect, test } from '@jest/globals'
import { parseMessage } from '../../../../../console/src/pages/connections/connecting/messages.ts'

const HUB = 'https://hub.example'
const data = { source: 'provider-hub', type: 'error', connectionId: 'c', title: 'Failed', paragraphs: ['Why.', 7] }

test('a message of the provider’s page is read', () => {
  const link = { text: 'An administrator', url: 'https://vendor.example/adminconsent' }
  expect(parseMessage({ origin: HUB, data: { ...data, link } }, HUB)).toEqual({
    type: 'error',
    connectionId: 'c',
    title: 'Failed',
    paragraphs: ['Why.'],
    link,
  })
  expect(parseMessage({ origin: HUB, data: { source: 'provider-hub', type: 'connected' } }, HUB)).toEqual({
    type: 'connected',
    paragraphs: [],
  })
})

test.each([
  ['of another origin', 'https://evil.example', data],
  ['of another sender', HUB, { ...data, source: 'devtools' }],
  ['of another kind', HUB, { ...data, type: 'navigate' }],
  ['that is a text', HUB, 'provider-hub'],
  ['that is empty', HUB, null],
])('a message %s is not', (_what, origin, received) => {
  expect(parseMessage({ origin, data: received }, HUB)).toBeUndefined()
})

test('a link that would run something is left out', () => {
  const link = { text: 'Click', url: 'javascript:alert(1)' }
  expect(parseMessage({ origin: HUB, data: { ...data, link } }, HUB)).not.toHaveProperty('link')
})
