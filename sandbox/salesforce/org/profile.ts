/** What one user may do with one object. */
export interface ObjectPermissions {
  read: boolean
  create: boolean
  edit: boolean
  delete: boolean
}

const FULL_ACCESS: ObjectPermissions = { read: true, create: true, edit: true, delete: true }

/** A user's profile: everything is allowed that is not taken away here. May be changed at any time. */
export class Profile {
  /** Permission "API Enabled". */
  apiEnabled = true
  /** By object name. What is not named may be done. */
  readonly objects = new Map<string, Partial<ObjectPermissions>>()
  /** Field-level security, as `Object.Field`: not visible at all. */
  readonly hiddenFields = new Set<string>()
  /** Visible, but not to be edited. */
  readonly readOnlyFields = new Set<string>()

  permissionsFor(object: string): ObjectPermissions {
    return { ...FULL_ACCESS, ...this.objects.get(object) }
  }
}
