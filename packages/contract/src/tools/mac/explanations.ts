import type { Explanation } from '../../finding/explanation.ts';

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
    meaning: 'The IEEE has assigned the address block to an organization.',
    importance:
      'This organization assigns the remaining bits. Usually it is the manufacturer of the network interface.',
    effect: 'Inventories and network monitors show the organization’s name.',
    remedies:
      'No action needed. A registration does not prove that a device is genuine: anyone can set any address by hand.',
    source: tutorial,
  },
  'mac-not-registered': {
    states: ['note'],
    title: 'Not registered',
    meaning:
      'By its bits, the address is assigned by the IEEE, but Sonde’s copy of the registry has no assignment for it.',
    importance: 'It may be made up, mistyped, or assigned after the date of the copy.',
    effect: 'Switches forward its frames as usual. Inventories show no name.',
    remedies: 'If the address was set by hand, set its local bit. Otherwise, no action needed.',
    source: eui48,
  },
  'mac-local': {
    states: ['note'],
    title: 'Locally administered address',
    meaning:
      'The local bit is set: the address was chosen by an administrator or at random, and belongs to no manufacturer.',
    importance:
      'Phones and laptops use random addresses on purpose, so that they cannot be tracked from network to network.',
    effect: 'Allow lists and DHCP reservations fail when the address changes.',
    remedies: 'No action needed. If a network needs a fixed address, turn off address randomization on the device.',
    source: randomized,
  },
  'mac-group': {
    states: ['note'],
    title: 'Group address',
    meaning: 'The group bit is set: frames to this address go to several stations (multicast or broadcast).',
    importance: 'It is never the address of one device, and never the source of a frame.',
    effect: 'Switches send such frames to the members of the group, or to every port.',
    remedies: 'No action needed.',
    source: eui48,
  },
  'mac-owner-unknown': {
    states: ['unknown'],
    title: 'Owner not determined',
    meaning:
      'Sonde could not read its copy of the IEEE registry, or has no copy of the registry that covers this address.',
    importance: 'Whether the address is registered is not known.',
    effect: 'None for the network.',
    remedies: {
      'Any server':
        'If you run Sonde, on a server or as a command: sonde update mac downloads the registry. The build in a clone, and the package @sonde/data, have a copy of it as well.',
    },
    source: tutorial,
  },
} as const satisfies Readonly<Record<string, Explanation>>;
