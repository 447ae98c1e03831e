import type { Field } from './fields.ts';

/** One object of a registry's database beside the one that was asked for: a contact, a registrar, a set of servers. */
export interface DatabaseObject {
  /** The key of its first field, such as `nic-hdl`. */
  readonly type: string;
  /** What others refer to it by. */
  readonly id: string;
  readonly fields: readonly Field[];
}

/** Keys that begin an object of its own, in the databases that write one in each paragraph. */
const FIRST_KEYS: ReadonlySet<string> = new Set([
  ...['nic-hdl', 'nic-hdl-br', 'contact', 'person', 'role', 'personname', 'organisation', 'irt', 'mntner'],
  ...['keyset', 'nsset', 'key1-tag', 'registrar', 'route', 'route6'],
]);

/** Tells the fields of the domain itself from those of the objects that it refers to, which have states and dates too. */
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

/** The first field may be empty, and so be missing (.at). */
function isObjectParagraph(first: Field, paragraph: readonly Field[]): boolean {
  return FIRST_KEYS.has(first.key) || paragraph.some(isHandle);
}

/** Some write the key of a person first, some last. */
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

/** Finds an object by its key; registries do not agree with themselves on the case of letters. */
export function findObject(objects: readonly DatabaseObject[], id: string): DatabaseObject | null {
  return objects.find((object) => object.id.toLowerCase() === id.toLowerCase()) ?? null;
}
