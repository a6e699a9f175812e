/** A user's permissions on one object. */
export interface ObjectPermissions {
  read: boolean
  create: boolean
  edit: boolean
  delete: boolean
}

const FULL_ACCESS: ObjectPermissions = { read: true, create: true, edit: true, delete: true }

/** A user's profile. Everything is permitted unless it is restricted here; it can be changed at any time. */
export class Profile {
  /** The permission "API Enabled". */
  apiEnabled = true
  /** Whether the user must set a new password, before which the API refuses every call. */
  passwordExpired = false
  /** Restrictions by object name. Permissions that are not listed are granted. */
  readonly objects = new Map<string, Partial<ObjectPermissions>>()
  /** Field-level security: fields that are not visible, as `Object.Field`. */
  readonly hiddenFields = new Set<string>()
  /** Fields that are visible but cannot be edited, as `Object.Field`. */
  readonly readOnlyFields = new Set<string>()

  permissionsFor(object: string): ObjectPermissions {
    return { ...FULL_ACCESS, ...this.objects.get(object) }
  }
}
