import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { formatDateTime } from '../../text/dates.ts'
import { formatNumber } from '../../text/numbers.ts'
import {
  defaultPreferences,
  forgetPreferences,
  type Preferences,
  readPreferences,
  writePreferences,
} from '../../text/preferences.ts'
import { Section } from '../../ui/section.tsx'
import { useNow } from '../../ui/use-now.ts'
import { describeLocale, listLocales } from './locales.ts'
import { describeTimeZone, listTimeZones, matchesTimeZone } from './time-zones.ts'

/** In which time zone days begin, and how dates and numbers are written. It applies at once. */
export function Dates() {
  const { timeZone, locale } = readPreferences()
  const browser = defaultPreferences()
  const now = useNow()
  const change = (change: Partial<Preferences>) => writePreferences({ timeZone, locale, ...change })
  const isBrowsers = timeZone === browser.timeZone && locale === browser.locale
  return (
    <Section title="Dates and times" anchor="dates">
      <Stack gap="sm">
        <TimeZone value={timeZone} onChange={(value) => change({ timeZone: value })} />
        <Locale value={locale} onChange={(value) => change({ locale: value })} />
        <Group justify="space-between" gap="xs">
          <Text size="sm" c="dimmed" role="status">
            Now: {formatDateTime(now)}. A number: {formatNumber(12_345.6)}
          </Text>
          <Button size="compact-sm" variant="subtle" disabled={isBrowsers} onClick={forgetPreferences}>
            Use the browser’s
          </Button>
        </Group>
      </Stack>
    </Section>
  )
}

interface ChoiceProps {
  value: string
  onChange: (value: string) => void
}

/** The list takes a while to make, so it is made when it is opened. */
function TimeZone({ value, onChange }: ChoiceProps) {
  const [isOpened, setOpened] = useState(false)
  const [now] = useState(Date.now)
  const [zones, setZones] = useState([{ value, label: describeTimeZone(value, now) }])
  const open = () => {
    if (!isOpened) setZones(listTimeZones(now))
    setOpened(true)
  }
  const known = zones.some((zone) => zone.value === value)
  return (
    <Select
      label="Time zone"
      description="Days begin, and tasks are due, by the clocks of this zone."
      searchable
      allowDeselect={false}
      limit={100}
      nothingFoundMessage="No time zone has this name or offset."
      data={known ? zones : [{ value, label: describeTimeZone(value, now) }, ...zones]}
      filter={({ options, search }) => options.filter((option) => 'value' in option && matchesTimeZone(option, search))}
      value={value}
      onFocus={open}
      onChange={(chosen) => chosen && onChange(chosen)}
    />
  )
}

function Locale({ value, onChange }: ChoiceProps) {
  const [choices] = useState(() => listLocales([value, ...navigator.languages]))
  const known = choices.some((choice) => choice.value === value)
  return (
    <Select
      label="Format of dates and numbers"
      searchable
      allowDeselect={false}
      nothingFoundMessage="No format has this name."
      data={known ? choices : [{ value, label: describeLocale(value) }, ...choices]}
      value={value}
      onChange={(chosen) => chosen && onChange(chosen)}
    />
  )
}
