import type { Field } from './fields.ts';

/** An object of a registry's database besides the queried one: a contact, a registrar, a set of name servers. */
export interface DatabaseObject {
  /** The key of its first field, such as `nic-hdl`. */
  readonly type: string;
  /** The key by which other objects refer to it. */
  readonly id: string;
  readonly fields: readonly Field[];
}

/** Keys that begin another object, in databases that write one object per paragraph. */
const FIRST_KEYS: ReadonlySet<string> = new Set([
  ...['nic-hdl', 'nic-hdl-br', 'contact', 'person', 'role', 'personname', 'organisation', 'irt', 'mntner'],
  ...['keyset', 'nsset', 'key1-tag', 'registrar', 'route', 'route6'],
]);

/** Separates the fields of the domain itself from those of objects that it refers to, which have states and dates, too. */
export function splitObjects(fields: readonly Field[]): {
  readonly own: readonly Field[];
  readonly objects: readonly DatabaseObject[];
} {
  const own: Field[] = [];
  const objects: DatabaseObject[] = [];
  for (const paragraph of paragraphsOf(fields)) {
    const [first] = paragraph;
    const isObject = first !== undefined && first.section === null && isObjectParagraph(first, paragraph);
    if (isObject && own.length > 0) objects.push({ type: first.key, id: idOf(first, paragraph), fields: paragraph });
    else own.push(...paragraph);
  }
  return { own, objects };
}

/** The first field is missing if it is empty (.at), so the handle decides as well. */
function isObjectParagraph(first: Field, paragraph: readonly Field[]): boolean {
  return FIRST_KEYS.has(first.key) || paragraph.some(isHandle);
}

/** Some registries write the handle of a person first, some last. */
function idOf(first: Field, paragraph: readonly Field[]): string {
  return paragraph.find(isHandle)?.value ?? first.value;
}

function isHandle({ key }: Field): boolean {
  return key === 'nic-hdl' || key === 'nic-hdl-br';
}

function paragraphsOf(fields: readonly Field[]): readonly (readonly Field[])[] {
  const paragraphs: Field[][] = [];
  let block: number | null = null;
  for (const field of fields) {
    if (field.block === block) paragraphs.at(-1)?.push(field);
    else paragraphs.push([field]);
    block = field.block;
  }
  return paragraphs;
}

/** Finds an object by its key, ignoring case: registries are not consistent about it. */
export function findObject(objects: readonly DatabaseObject[], id: string): DatabaseObject | null {
  return objects.find((object) => object.id.toLowerCase() === id.toLowerCase()) ?? null;
}
