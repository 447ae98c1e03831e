/** Keeps count of what a plugin replaces, so that a build fails when one of its replacements is made nowhere any more. */
export interface Replacements {
  /** Notes a replacement where it changed something, and passes its result on. */
  made<Result extends string>(name: string, before: string, after: Result): Result;
  /** @throws Error naming every replacement that changed nothing. */
  check(): void;
}

export function expectReplacements(plugin: string, names: readonly string[]): Replacements {
  const missing = new Set(names);
  return {
    made(name, before, after) {
      if (!names.includes(name)) throw new Error(`${plugin} does not list its replacement «${name}».`);
      if (after !== before) missing.delete(name);
      return after;
    },
    check() {
      if (missing.size === 0) return;
      const which = [...missing].map((name) => `«${name}»`).join(', ');
      throw new Error(
        `${plugin} replaced nothing for ${which}: a dependency or a source has changed. Adapt it, or drop it.`,
      );
    },
  };
}
