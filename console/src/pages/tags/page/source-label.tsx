import { Text } from '@mantine/core'
import { toSafeUrl } from '../../../text/urls.ts'
import classes from './source-label.module.css'
import { type Origin, useSources } from './use-sources.ts'

/** The application that something comes from: its icon and its name. */
export function SourceLabel({ origin, size = 14 }: { origin: Origin; size?: number }) {
  const application = useSources().find(origin)
  const icon = toSafeUrl(application?.iconUrl)
  const name = application?.label ?? origin.application ?? origin.provider
  if (!name) return null
  return (
    <Text span inherit className={classes.source}>
      {icon && <img src={icon} alt="" width={size} height={size} />}
      {name}
    </Text>
  )
}
