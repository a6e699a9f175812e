import { Anchor, Collapse, NativeSelect, SimpleGrid, Stack, Textarea, TextInput, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { FindTagsDocument } from '../../documents.ts'
import { useGraphQuery } from '../../graph/use-graph.ts'
import { COMPANY_SUBTYPE } from '../../text/kinds.ts'
import { type EditedField, type EditedTag, type FieldProblem, KINDS, LABELS } from './edit-fields.ts'

interface TagFormProps {
  edited: EditedTag
  onChange: (edited: EditedTag) => void
  problem: FieldProblem | undefined
  /** Whether another tag has the address or the domain. */
  isTaken: boolean
  /** One's own address and kind cannot be changed. */
  isSelf?: boolean
  /** Leaves out what a new tag seldom needs at once. */
  isNew?: boolean
}

const HINTS: Partial<Record<EditedField, string>> = {
  email: 'What is shared with this person is shared with this address.',
  emailDomain: 'People with an address of this domain belong to the company.',
  urls: 'One link per line.',
}

/** The fields of a tag. A refusal is shown at the field that it names. */
export function TagForm({ edited, onChange, problem, isTaken, isSelf = false, isNew = false }: TagFormProps) {
  const [showsAll, setShowsAll] = useState(!isNew)
  const { kind } = edited
  const isPerson = kind === 'person'
  const input = (name: EditedField, maxLength = 500) => ({
    label: LABELS[name],
    name,
    value: edited[name],
    maxLength,
    description: HINTS[name],
    error: problem?.field === name && (
      <>
        {problem.message} {isTaken && <OpenOther edited={edited} />}
      </>
    ),
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...edited, [name]: event.currentTarget.value }),
  })
  return (
    <Stack gap="sm">
      <TextInput {...input('alias')} required data-autofocus />
      {isPerson && (
        <TextInput
          {...input('email', 320)}
          type="email"
          inputMode="email"
          required
          disabled={isSelf}
          {...(isSelf ? { description: 'The address that you sign in with cannot be changed here.' } : {})}
        />
      )}
      {kind === 'company' && (
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <TextInput {...input('emailDomain', 253)} placeholder="example.com" />
          <TextInput {...input('url', 2_000)} placeholder="https://example.com" />
        </SimpleGrid>
      )}
      {isNew && (
        <UnstyledButton
          fz="sm"
          c="var(--mantine-color-anchor)"
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? 'Fewer fields' : 'More fields'}
        </UnstyledButton>
      )}
      <Collapse expanded={showsAll}>
        <Stack gap="sm">
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            <TextInput {...input('friendlyName')} />
            <TextInput {...input('phoneNumber')} type="tel" />
            {kind !== 'company' && <TextInput {...input('url', 2_000)} placeholder="https://example.com" />}
            <TextInput {...input('externalId')} />
            <TextInput {...input('avatar', 2_000)} placeholder="https://…" />
            {!isPerson && <TextInput {...input('favicon', 2_000)} placeholder="https://…" />}
          </SimpleGrid>
          <Textarea {...input('urls', 20_000)} autosize minRows={1} maxRows={5} />
          <Textarea {...input('description', 20_000)} autosize minRows={2} maxRows={8} />
          {!isNew && !isSelf && (
            <NativeSelect
              label={LABELS.kind}
              value={kind}
              data={KINDS.map(({ value, label }) => ({ value, label }))}
              error={problem?.field === 'kind' && problem.message}
              onChange={(event) => {
                const chosen = KINDS.find(({ value }) => value === event.currentTarget.value)
                if (chosen) onChange({ ...edited, kind: chosen.value })
              }}
            />
          )}
        </Stack>
      </Collapse>
    </Stack>
  )
}

/** A link to the tag that has the address or the domain. */
function OpenOther({ edited: { kind, email, emailDomain } }: { edited: EditedTag }) {
  const input =
    kind === 'person'
      ? { email, archived: true }
      : { emailDomains: [emailDomain], tagSubType: COMPANY_SUBTYPE, archived: true }
  const { data } = useGraphQuery(FindTagsDocument, { input }, { topics: ['tag'] })
  const other = data?.searchTags?.[0]
  if (!other) return null
  return (
    <Anchor component={Link} to={`/tags/${other._id}`} inherit>
      Open {other.alias}
    </Anchor>
  )
}
