package io.meshlock.spring;

import io.meshlock.Meshlock;
import io.meshlock.MeshlockException;
import io.meshlock.PermitPool;
import io.meshlock.PoolStatus;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How a node is, for health checks: down if it is closed, or if it hears of no majority of a pool's members.
 *
 * @param up whether it can be relied on
 * @param details for operators
 */
record MeshHealth(boolean up, Map<String, Object> details) {

    static MeshHealth of(Meshlock mesh) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("node", mesh.node());
        details.put("neighbours", List.copyOf(mesh.neighbours()));
        Collection<PermitPool> pools = mesh.pools();
        details.put("pools", pools.size());
        List<String> cutOff = new ArrayList<>();
        for (PermitPool pool : pools) {
            if (isCutOff(pool)) {
                cutOff.add(pool.name());
            }
        }
        if (!cutOff.isEmpty()) {
            details.put("withoutMajority", cutOff);
        }
        boolean open = isOpen(mesh);
        if (!open) {
            details.put("closed", true);
        }
        return new MeshHealth(open && cutOff.isEmpty(), details);
    }

    private static boolean isCutOff(PermitPool pool) {
        Optional<PoolStatus> status = pool.status();
        return status.isPresent()
                && status.get().suspicious()
                && status.get().heard() < status.get().majority();
    }

    private static boolean isOpen(Meshlock mesh) {
        Collection<PermitPool> pools = mesh.pools();
        try {
            if (!pools.isEmpty()) {
                mesh.pool(pools.iterator().next().name());
            }
            return true;
        } catch (MeshlockException e) {
            return false;
        }
    }
}
