/** An application of which one instance leads. */
package org.example.leader;
