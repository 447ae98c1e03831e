import type { Explanation } from '../explanation.ts';

const tutorial = {
  name: 'IEEE, Guidelines for Use of EUI, OUI and CID',
  url: 'https://standards.ieee.org/wp-content/uploads/import/documents/tutorials/eui.pdf',
};
const eui48 = { name: 'RFC 9542, section 2.1', url: 'https://www.rfc-editor.org/rfc/rfc9542#section-2.1' };
const randomized = { name: 'RFC 9724', url: 'https://www.rfc-editor.org/rfc/rfc9724' };

export const macExplanations = {
  'mac-registered': {
    states: ['good'],
    title: 'Registered',
    meaning: 'The IEEE has assigned the block of the address to an organization.',
    importance:
      'It is the organization that assigns the rest of the bits, in most cases the manufacturer of the interface.',
    effect: 'Inventories and network monitors show its name.',
    remedies:
      'No action needed. A registration does not prove that a device is genuine: every address can be set by hand.',
    source: tutorial,
  },
  'mac-not-registered': {
    states: ['note'],
    title: 'Not registered',
    meaning: 'The address says that the IEEE assigned it, and no assignment covers it in the copy of the registry.',
    importance: 'It was made up, read with an error, or assigned after the date of the copy.',
    effect: 'Switches forward its frames all the same; inventories show no name.',
    remedies:
      'Whether there is something to mend depends on where the address comes from: set by hand, it should have the local bit.',
    source: eui48,
  },
  'mac-local': {
    states: ['note'],
    title: 'A local address',
    meaning: 'The local bit is set: the address was chosen on site or at random, and belongs to no manufacturer.',
    importance:
      'Phones and laptops use such addresses on purpose, so that they cannot be followed from network to network.',
    effect: 'Lists of allowed addresses and reservations by address fail when it changes.',
    remedies:
      'No action needed. A network that needs a lasting address has to ask the owner of the device to turn randomization off.',
    source: randomized,
  },
  'mac-group': {
    states: ['note'],
    title: 'A group, and not a station',
    meaning: 'The group bit is set: frames to this address are for several stations.',
    importance: 'It is never the address of one device, and never the source of a frame.',
    effect: 'Switches send such frames to the members of the group, or to every port.',
    remedies: 'No action needed.',
    source: eui48,
  },
  'mac-owner-unknown': {
    states: ['unknown'],
    title: 'Owner not determined',
    meaning: 'The registry could not be read on this server, or the one that would know is not part of its data.',
    importance: 'Whether the address is registered is not known.',
    effect: 'Nothing follows from it for the network.',
    remedies: {
      'Any server': 'As operator: run the build of Sonde again, which writes the copy of the registry.',
    },
    source: tutorial,
  },
} as const satisfies Readonly<Record<string, Explanation>>;
