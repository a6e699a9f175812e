import { type Field, isPolymorphic } from './field.ts'
import { boolean, email, phone, text } from './field-builders.ts'
import { type ObjectType, objectType } from './object-type.ts'

/** A child relationship of an object. */
export interface ChildRelationship {
  readonly name: string
  readonly child: ObjectType
  /** The field of the child that points to the parent. */
  readonly field: Field
}

/** The common fields of all targets of polymorphic references (Object Reference, "Name"). */
const NAME = objectType({
  name: 'Name',
  keyPrefix: '',
  owner: 'none',
  fields: [
    text('Name', 'Name', { nameField: true }),
    text('FirstName', 'First Name'),
    text('LastName', 'Last Name'),
    text('Title', 'Title'),
    text('Type', 'Type'),
    text('Username', 'Username'),
    text('Alias', 'Alias'),
    email('Email', 'Email'),
    phone('Phone', 'Phone'),
    boolean('IsActive', 'Active'),
  ],
})

/** All objects of an org, regardless of permissions. */
export class SchemaCatalog {
  readonly objects: readonly ObjectType[]
  readonly #byName: ReadonlyMap<string, ObjectType>

  constructor(objects: readonly ObjectType[]) {
    this.objects = objects
    this.#byName = new Map(objects.map((type) => [type.name.toLowerCase(), type]))
  }

  object(name: string): ObjectType | undefined {
    return this.#byName.get(name.toLowerCase())
  }

  /** Finds the object of an id by its first three characters. */
  findByKeyPrefix(id: string): ObjectType | undefined {
    const prefix = id.slice(0, 3)
    return this.objects.find(({ keyPrefix }) => keyPrefix === prefix)
  }

  /** The object whose fields can be selected through a reference. */
  targetOf(field: Field): ObjectType | undefined {
    return isPolymorphic(field) ? NAME : this.object(field.referenceTo[0] ?? '')
  }

  childrenOf({ name }: ObjectType): readonly ChildRelationship[] {
    return this.objects.flatMap((child) =>
      [...child.fields.values()].flatMap((field) => {
        const points = field.childRelationshipName !== null && field.referenceTo.includes(name)
        return points ? [{ name: field.childRelationshipName as string, child, field }] : []
      }),
    )
  }
}
