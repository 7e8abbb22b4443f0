/**
 * Keys and certificates. The {@link io.meshlock.keys.MeshAuthority} issues a number and a certificate to each node;
 * nodes accept only peers with a certificate of their authority.
 *
 * <pre>
 * AUTHORITY/                 kept by the operator, off the nodes
 *   authority.key            private key, 0600
 *   ca.pem                   certificate of the authority
 *   revoked.pem              revocation list (X.509 CRL, signed)
 *   ledger.tsv               number, name, serial, state: numbers are never reused
 *   nodes/NAME/              what node NAME gets:
 *     ca.pem  node.pem  node.key  revoked.pem
 * </pre>
 */
@NullMarked
package io.meshlock.keys;

import org.jspecify.annotations.NullMarked;
