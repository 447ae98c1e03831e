// `node scripts/release-notes.mjs v1.2.3` prints the changelog's section for a version, for its release page. Exits
// with 1 if the tag, the manifests and the changelog do not agree on the version.
import { readdirSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { root } from './ready/run-command.mjs';
import { Sentence, tellFailure } from './ready/sentence.mjs';

/** The section of a version, without its heading; null if there is none. */
export function notesOf(changelog, version) {
  const sections = changelog.split(/^## /m).slice(1);
  const found = sections.find((section) => section.startsWith(`${version} `) || section.startsWith(`${version}\n`));
  return found === undefined ? null : found.slice(found.indexOf('\n')).trim();
}

function versions() {
  const folders = ['apps', 'packages'].flatMap((parent) =>
    readdirSync(`${root}/${parent}`).map((name) => `${parent}/${name}`),
  );
  return ['.', ...folders].map((folder) => {
    const { name, version } = JSON.parse(readFileSync(`${root}/${folder}/package.json`, 'utf8'));
    return { name, version };
  });
}

/** @throws Sentence if the versions do not agree. */
export function releaseNotes(tag, changelog, manifests) {
  const version = tag.replace(/^v/, '');
  const others = manifests.filter((one) => one.version !== version).map((one) => `${one.name} ${one.version}`);
  if (others.length > 0) throw new Sentence(`The tag is ${tag}, and the manifests say ${others.join(', ')}.`);
  const notes = notesOf(changelog, version);
  if (!notes) throw new Sentence(`CHANGELOG.md says nothing about ${version}.`);
  return notes;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await tellFailure(async () => {
    console.log(releaseNotes(process.argv[2] ?? '', readFileSync(`${root}/CHANGELOG.md`, 'utf8'), versions()));
  });
}
