import type { ObjectType } from '../object-type.ts'
import { ACCOUNT } from './account.ts'
import { REGISTER } from './asset-register.ts'
import { CASE } from './case.ts'
import { CONTACT } from './contact.ts'
import { CONTENT_DOCUMENT, CONTENT_DOCUMENT_LINK, CONTENT_VERSION } from './content.ts'
import { LEAD } from './lead.ts'
import { CONTENT_NOTE, NOTE } from './note.ts'
import { OPPORTUNITY, OPPORTUNITY_CONTACT_ROLE } from './opportunity.ts'
import { ORGANIZATION } from './organization.ts'
import { PROJECT } from './project.ts'
import { REPORT } from './report.ts'
import { TASK } from './task.ts'
import { TASK_STATUS } from './task-status.ts'
import { USER } from './user.ts'

/** All objects of the sample orgs. When two have the same key prefix, ids belong to the first. */
export const OBJECTS: readonly ObjectType[] = [
  ACCOUNT,
  REGISTER,
  CASE,
  CONTACT,
  CONTENT_DOCUMENT,
  CONTENT_DOCUMENT_LINK,
  CONTENT_NOTE,
  CONTENT_VERSION,
  LEAD,
  NOTE,
  OPPORTUNITY,
  OPPORTUNITY_CONTACT_ROLE,
  ORGANIZATION,
  PROJECT,
  REPORT,
  TASK,
  TASK_STATUS,
  USER,
]
