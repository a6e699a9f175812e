import type { ObjectPermissions, Profile } from '../org/profile.ts'
import type { ChildRelationship, SchemaCatalog } from './catalog.ts'
import type { Field } from './field.ts'
import type { ObjectType } from './object-type.ts'

/** The schema as one user sees it: objects and fields he may not read do not exist for him. */
export class SchemaView {
  readonly schema: SchemaCatalog
  readonly #access: Profile
  readonly #absent: ReadonlySet<string>

  /** `absent`: objects that are switched off in the whole org. */
  constructor(schema: SchemaCatalog, access: Profile, absent: ReadonlySet<string>) {
    this.schema = schema
    this.#access = access
    this.#absent = absent
  }

  object(name: string): ObjectView | undefined {
    const type = this.schema.object(name)
    return type && this.#sees(type) ? this.#viewOf(type) : undefined
  }

  objects(): ObjectView[] {
    return this.schema.objects.filter((type) => this.#sees(type)).map((type) => this.#viewOf(type))
  }

  /** The object whose fields a reference leads to. */
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
    return !this.#absent.has(type.name) && this.#access.permissionsFor(type.name).read
  }

  #viewOf(type: ObjectType): ObjectView {
    return new ObjectView(type, this.#access)
  }
}

/** One object as one user sees it. */
export class ObjectView {
  readonly type: ObjectType
  readonly #access: Profile

  constructor(type: ObjectType, access: Profile) {
    this.type = type
    this.#access = access
  }

  get name(): string {
    return this.type.name
  }

  get fields(): readonly Field[] {
    return [...this.type.fields.values()].filter((field) => this.#shows(field))
  }

  /** What the user may do, within what the API can do with the object at all. */
  get permissions(): ObjectPermissions {
    const { create, edit, delete: remove, read } = this.#access.permissionsFor(this.name)
    return {
      read,
      create: create && this.type.createable,
      edit: edit && this.type.updateable,
      delete: remove && this.type.deletable,
    }
  }

  /** By its name in any case. */
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
    return !this.#access.hiddenFields.has(`${this.name}.${name}`)
  }

  #isReadOnly({ name }: Field): boolean {
    return this.#access.readOnlyFields.has(`${this.name}.${name}`)
  }
}
