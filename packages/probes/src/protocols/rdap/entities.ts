import { type JsonObject, linesIn, objectsIn } from './json-values.ts';

export interface EntityInRole {
  /** Lower case (RFC 9083 section 10.2.4). */
  readonly role: string;
  readonly entity: JsonObject;
  /** 0 for entities of the object itself, more for entities of entities. */
  readonly depth: number;
}

const MAX_DEPTH = 3;
const MAX_ENTITIES = 64;

/** All entities below an object (RFC 9083 section 5.1), once for each of their roles, outer ones first. */
export function entitiesOf(object: JsonObject): readonly EntityInRole[] {
  const found: EntityInRole[] = [];
  let level: readonly JsonObject[] = [object];
  for (let depth = 0; depth < MAX_DEPTH && found.length < MAX_ENTITIES; depth += 1) {
    level = level.flatMap((one) => objectsIn(one, 'entities')).slice(0, MAX_ENTITIES);
    for (const entity of level) {
      for (const role of linesIn(entity, 'roles')) found.push({ role: role.toLowerCase(), entity, depth });
    }
  }
  return found.slice(0, MAX_ENTITIES);
}
