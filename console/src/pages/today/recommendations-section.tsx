import { Anchor } from '@mantine/core'
import { IconBulb } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { NewestRecommendationsQuery } from '../../documents.ts'
import { toLine } from '../../text/blocks.ts'
import { Nothing } from './placeholders.tsx'
import classes from './today.module.css'

type Recommendation = NonNullable<NewestRecommendationsQuery['recommendations']>[number]

/** The newest recommendations; they are accepted and dismissed on their own page. */
export function RecommendationList({ recommendations }: { recommendations: readonly Recommendation[] }) {
  if (recommendations.length === 0) {
    return (
      <Nothing>Nothing to recommend. Suggestions appear here when meetings, mail or records give a reason.</Nothing>
    )
  }
  return (
    <ul className={classes.list} aria-label="Newest recommendations">
      {recommendations.map(({ _id, displayTitle, displayDescription }) => (
        <li key={_id} className={classes.row}>
          <IconBulb size={18} aria-hidden className={classes.bulb} />
          <div className={classes.main}>
            <Anchor component={Link} to={`/recommendations#${_id}`} size="sm" className={classes.title}>
              {toLine(displayTitle)}
            </Anchor>
            {displayDescription && (
              <div className={`${classes.details} ${classes.clamped}`}>{toLine(displayDescription)}</div>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}
