package io.meshlock.cli.node;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@DisplayName("The view of a node")
class NodeViewTest {

    private static final String NODE =
            "{'node':'n2','number':2,'version':'1','uptimeMillis':900,'draining':false," + "'neighbours':['n1','n3']}";

    private static JsonNode json(String text) {
        return JsonMapper.shared().readTree(text.replace('\'', '"'));
    }

    private static String lines(String voters, boolean votes) {
        String pool =
                "[{'name':'docks','permits':2,'heldHere':0,'waitingHere':0,'counts':{'grants':0},'policy':'priority',"
                        + "'algorithm':'prioritized','status':{'epoch':'1/1','voters':" + voters + ",'votes':" + votes
                        + "}}]";
        return String.join("\n", new NodeView(json(NODE), json(pool), json("[]")).lines());
    }

    /** Whoever restarts all nodes, one after the other, has to wait for it. */
    @Test
    void tellsThatAVoteDoesNotCountYet() {
        assertThat(lines("[1,2,3]", false)).contains("this node's vote in pool 'docks' counts again");
    }

    @Test
    void saysNothingOfVotesThatCountOrAreNone() {
        assertThat(lines("[1,2,3]", true)).doesNotContain("vote");
        assertThat(lines("[1,3,4]", false)).doesNotContain("vote");
    }
}
