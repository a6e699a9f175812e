import { type MantineColorScheme, SegmentedControl, useMantineColorScheme } from '@mantine/core'
import { Section } from '../../ui/section.tsx'

const SCHEMES: { value: MantineColorScheme; label: string }[] = [
  { value: 'auto', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

/** Light or dark, remembered in this browser. */
export function Colors() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Section title="Colours" anchor="colours">
      <SegmentedControl
        aria-label="Colours"
        data={SCHEMES}
        value={colorScheme}
        onChange={(value) => setColorScheme(value as MantineColorScheme)}
      />
    </Section>
  )
}
