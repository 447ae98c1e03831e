/** Sample tables as programs print them, with their sources. */

/** iproute2 6.1. */
export const ipNeigh = `192.0.2.1 dev eth0 lladdr 00:1b:63:84:45:e6 REACHABLE
192.0.2.20 dev eth0 lladdr 52:54:00:12:34:56 STALE
192.0.2.30 dev eth0 FAILED
fe80::21b:63ff:fe84:45e6 dev eth0 lladdr 00:1b:63:84:45:e6 router STALE
2001:db8::5054:ff:fe12:3456 dev wlan0 lladdr 52:54:00:12:34:56 DELAY
`;

/** net-tools 2.10, `arp -a`. */
export const arpLinux = `router.lan (192.0.2.1) at 00:1b:63:84:45:e6 [ether] on eth0
? (192.0.2.20) at 52:54:00:12:34:56 [ether] on eth0
? (192.0.2.30) at <incomplete> on eth0
`;

/** net-tools 2.10, `arp -n`. */
export const arpTable = `Address                  HWtype  HWaddress           Flags Mask            Iface
192.0.2.1                ether   00:1b:63:84:45:e6   C                     eth0
192.0.2.30                       (incomplete)                              eth0
`;

/** macOS 14, `arp -a`: leading zeros are left out. */
export const arpMac = `? (192.0.2.1) at 0:1b:63:84:45:e6 on en0 ifscope [ethernet]
? (192.0.2.20) at (incomplete) on en0 ifscope [ethernet]
laptop.local (192.0.2.21) at 3c:22:fb:a:b:c on en0 ifscope [ethernet]
? (224.0.0.251) at 1:0:5e:0:0:fb on en0 ifscope permanent [ethernet]
`;

/** FreeBSD 14, `arp -a`. */
export const arpBsd = `? (192.0.2.1) at 00:1b:63:84:45:e6 on em0 expires in 1190 seconds [ethernet]
nas (192.0.2.9) at 00:11:32:aa:bb:cc on em0 permanent [ethernet]
`;

/** Windows 11, `arp -a`. */
export const arpWindows = `
Interface: 192.0.2.5 --- 0xb
  Internet Address      Physical Address      Type
  192.0.2.1             00-1b-63-84-45-e6     dynamic
  192.0.2.255           ff-ff-ff-ff-ff-ff     static
  224.0.0.22            01-00-5e-00-00-16     static
`;

/** Cisco IOS 15, `show mac address-table`. */
export const ciscoTable = `          Mac Address Table
-------------------------------------------

Vlan    Mac Address       Type        Ports
----    -----------       --------    -----
 All    0100.0ccc.cccc    STATIC      CPU
  10    001b.6384.45e6    DYNAMIC     Gi1/0/1
  10    5254.0012.3456    DYNAMIC     Gi1/0/2
  20    3c22.fb0a.0b0c    DYNAMIC     Po1
Total Mac Addresses for this criterion: 4
`;

/** Cisco IOS 15, `show ip arp`. */
export const ciscoArp = `Protocol  Address          Age (min)  Hardware Addr   Type   Interface
Internet  192.0.2.1               -   001b.6384.45e6  ARPA   Vlan10
Internet  192.0.2.20             12   5254.0012.3456  ARPA   Vlan10
Internet  192.0.2.30              0   Incomplete      ARPA
`;

/** Junos 20, `show ethernet-switching table`. */
export const junosTable = `MAC flags (S - static MAC, D - dynamic MAC, L - locally learned, P - Persistent static)
Ethernet switching table : 2 entries, 2 learned
Routing instance : default-switch
   Vlan                MAC                 MAC      Logical                SVLBNH/      Active
   name                address             flags    interface              VENH Index   source
   vlan10              00:1b:63:84:45:e6   D        ge-0/0/1.0
   vlan10              52:54:00:12:34:56   D        ae0.0
`;

/** Junos 20, `show arp`. */
export const junosArp = `MAC Address       Address         Name                      Interface               Flags
00:1b:63:84:45:e6 192.0.2.1       192.0.2.1                 irb.10 [ge-0/0/1.0]     none
Total entries: 1
`;

/** HP ProCurve, `show mac-address`. */
export const procurve = ` Status and Counters - Port Address Table

  MAC Address   Port  VLAN
  ------------- ----- ----
  001b63-8445e6 A1    10
  525400-123456 24    10
`;

/** HP Comware 7, `display mac-address`; Huawei's looks alike. */
export const comware = `MAC Address      VLAN ID    State            Port/Nickname            Aging
001b-6384-45e6   10         Learned          GE1/0/1                  Y
5254-0012-3456   10         Learned          BAGG1                    Y
`;

/** dnsmasq 2.90, `dnsmasq.leases`; the last word is the client identifier. */
export const dnsmasq = `1700000000 00:1b:63:84:45:e6 192.0.2.7 laptop 01:00:1b:63:84:45:e6
1700000500 52:54:00:12:34:56 192.0.2.8 * ff:12:34:56:00:01:00:01:2c:aa:bb:cc:52:54:00:12:34:56
duid 00:01:00:01:2b:aa:bb:cc:00:1b:63:84:45:e6
`;

/** ISC dhcpd 4.4, `dhcpd.leases`. */
export const dhcpd = `# The format of this file is documented in the dhcpd.leases(5) manual page.
lease 192.0.2.7 {
  starts 1 2026/11/23 04:00:00;
  ends 1 2026/11/23 16:00:00;
  binding state active;
  hardware ethernet 00:1b:63:84:45:e6;
  uid "\\001\\000\\033c\\204E\\346";
  client-hostname "laptop";
}
lease 192.0.2.8 {
  binding state free;
  hardware ethernet 52:54:00:12:34:56;
}
lease 192.0.2.9 {
  binding state abandoned;
}
`;

/** Kea 2.4, `kea-leases4.csv`. */
export const kea = `address,hwaddr,client_id,valid_lifetime,expire,subnet_id,fqdn_fwd,fqdn_rev,hostname,state,user_context,pool_id
192.0.2.7,00:1b:63:84:45:e6,01:00:1b:63:84:45:e6,3600,1763870400,1,0,0,laptop.example,0,,0
192.0.2.8,52:54:00:12:34:56,,3600,1763870400,1,0,0,,0,,0
`;

/** nmap 7.93, `nmap -sn`. */
export const nmapText = `Starting Nmap 7.93 ( https://nmap.org ) at 2026-11-23 05:00 UTC
Nmap scan report for router.lan (192.0.2.1)
Host is up (0.00050s latency).
MAC Address: 00:1B:63:84:45:E6 (Apple)
Nmap scan report for 192.0.2.20
Host is up (0.00020s latency).
MAC Address: 52:54:00:12:34:56 (QEMU virtual NIC)
Nmap scan report for 192.0.2.5
Host is up.
Nmap done: 256 IP addresses (3 hosts up) scanned in 2.10 seconds
`;

/** nmap 7.93, `nmap -sn -oX -`. */
export const nmapXml = `<?xml version="1.0" encoding="UTF-8"?>
<nmaprun scanner="nmap" args="nmap -sn -oX - 192.0.2.0/24" version="7.93">
<host><status state="up" reason="arp-response"/>
<address addr="192.0.2.1" addrtype="ipv4"/>
<address addr="00:1B:63:84:45:E6" addrtype="mac" vendor="Apple"/>
<hostnames>
<hostname name="router.lan" type="PTR"/>
</hostnames>
</host>
<host><status state="up" reason="arp-response"/>
<address addr="192.0.2.20" addrtype="ipv4"/>
<address addr="52:54:00:12:34:56" addrtype="mac" vendor="R&amp;D &quot;x&quot;"/>
<hostnames>
</hostnames>
</host>
<host><status state="up" reason="localhost-response"/>
<address addr="192.0.2.5" addrtype="ipv4"/>
</host>
</nmaprun>
`;
