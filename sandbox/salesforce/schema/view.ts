import type { ObjectPermissions, Profile } from '../org/profile.ts'
import type { ChildRelationship, SchemaCatalog } from './catalog.ts'
import type { Field } from './field.ts'
import type { ObjectType } from './object-type.ts'

/** The schema as visible to one user. Objects and fields that the user may not read do not exist in it. */
export class SchemaView {
  readonly schema: SchemaCatalog
  readonly #profile: Profile
  readonly #absent: ReadonlySet<string>

  /** `absent`: objects that do not exist in the org. */
  constructor(schema: SchemaCatalog, profile: Profile, absent: ReadonlySet<string>) {
    this.schema = schema
    this.#profile = profile
    this.#absent = absent
  }

  object(name: string): ObjectView | undefined {
    const type = this.schema.object(name)
    return type && this.#sees(type) ? this.#viewOf(type) : undefined
  }

  objects(): ObjectView[] {
    return this.schema.objects.filter((type) => this.#sees(type)).map((type) => this.#viewOf(type))
  }

  /** The object whose fields can be selected through a reference. */
  targetOf(field: Field): ObjectView | undefined {
    const type = this.schema.targetOf(field)
    return type && this.#sees(type) ? this.#viewOf(type) : undefined
  }

  childrenOf(type: ObjectType): readonly ChildRelationship[] {
    return this.schema
      .childrenOf(type)
      .filter(({ child, field }) => this.#sees(child) && this.#viewOf(child).field(field.name))
  }

  #sees(type: ObjectType): boolean {
    return !this.#absent.has(type.name) && this.#profile.permissionsFor(type.name).read
  }

  #viewOf(type: ObjectType): ObjectView {
    return new ObjectView(type, this.#profile)
  }
}

/** An object as visible to one user. */
export class ObjectView {
  readonly type: ObjectType
  readonly #profile: Profile

  constructor(type: ObjectType, profile: Profile) {
    this.type = type
    this.#profile = profile
  }

  get name(): string {
    return this.type.name
  }

  get fields(): readonly Field[] {
    return [...this.type.fields.values()].filter((field) => this.#shows(field))
  }

  /** The user's permissions, limited to what the API permits for the object. */
  get permissions(): ObjectPermissions {
    const { create, edit, delete: remove, read } = this.#profile.permissionsFor(this.name)
    return {
      read,
      create: create && this.type.createable,
      edit: edit && this.type.updateable,
      delete: remove && this.type.deletable,
    }
  }

  /** Finds a visible field by its name in any case. */
  field(name: string): Field | undefined {
    const field = this.type.fields.get(name.toLowerCase())
    return field && this.#shows(field) ? field : undefined
  }

  createable(field: Field): boolean {
    return field.createable && this.permissions.create && !this.#isReadOnly(field)
  }

  updateable(field: Field): boolean {
    return field.updateable && this.permissions.edit && !this.#isReadOnly(field)
  }

  #shows({ name }: Field): boolean {
    return !this.#profile.hiddenFields.has(`${this.name}.${name}`)
  }

  #isReadOnly({ name }: Field): boolean {
    return this.#profile.readOnlyFields.has(`${this.name}.${name}`)
  }
}
