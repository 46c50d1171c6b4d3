/* Chains of points. Every node's set holds what the nodes before it wait for, so that a point ends
 * only after all before it; its own fences tell when a walk may leave it out. */
#include "chain.h"

#include <errno.h>
#include <unistd.h>

#include "fence.h"

static struct gicard_node *node_at(uint32_t index)
{
    return &gicard_arena->nodes[index];
}

void gicard_chain_hold(uint32_t node)
{
    if (node != 0)
        node_at(node)->users++;
}

void gicard_chain_drop(uint32_t node)
{
    while (node != 0 && --node_at(node)->users == 0) {
        uint32_t previous = node_at(node)->previous;
        gicard_pool_give(&gicard_arena->node_pool, gicard_arena->nodes,
                         sizeof(struct gicard_node), node);
        node = previous;
    }
}

static uint32_t take_node(void)
{
    return gicard_pool_take(&gicard_arena->node_pool, gicard_arena->nodes, GICARD_NODES,
                            sizeof(struct gicard_node));
}

uint32_t gicard_chain_binary(const struct gicard_fence_set *own)
{
    uint32_t index = take_node();

    if (index != 0)
        *node_at(index) = (struct gicard_node){ .users = 1, .own = *own, .set = *own };
    return index;
}

/** The node before that a walk comes to: those whose own fences have ended are left out, whatever
 *  they come after, and forgotten. */
static uint32_t walk(uint32_t index)
{
    struct gicard_node *node = node_at(index);

    while (node->previous != 0 && gicard_set_done(&node_at(node->previous)->own)) {
        uint32_t ended = node->previous;
        node->previous = node_at(ended)->previous;
        gicard_chain_hold(node->previous);
        gicard_chain_drop(ended);
    }
    return node->previous;
}

uint32_t gicard_chain_point(uint32_t before, uint64_t point, const struct gicard_fence_set *own)
{
    struct gicard_fence_set all = *own;

    if (before != 0 && !gicard_set_merge(&all, &node_at(before)->set))
        return 0;
    uint32_t index = take_node();
    if (index == 0)
        return 0;
    struct gicard_node *node = node_at(index);
    bool chain = before != 0 && node_at(before)->context != 0;
    *node = (struct gicard_node){ .previous = before, .users = 1, .seqno = point, .own = *own,
                                  .set = all };
    if (chain && point > node_at(before)->seqno) {
        node->context = node_at(before)->context;
        node->previous_seqno = node_at(before)->seqno;
    } else {
        node->context = ++gicard_arena->contexts;
        if (chain && node_at(before)->seqno > point)
            node->seqno = node_at(before)->seqno;
    }
    walk(index);
    return index;
}

int gicard_chain_find(uint32_t head, uint64_t point, uint32_t *out_node)
{
    uint32_t index = head;

    *out_node = head;
    if (head == 0)
        return -EINVAL;
    if (point == 0)
        return 0;
    if (node_at(head)->context == 0 || node_at(head)->seqno < point)
        return -EINVAL;
    while (index != 0 && node_at(index)->context == node_at(head)->context
           && node_at(index)->previous_seqno >= point)
        index = walk(index);
    *out_node = index;
    return 0;
}

uint64_t gicard_chain_query(uint32_t head, bool last_submitted)
{
    uint32_t oldest = head;

    if (head == 0 || node_at(head)->context == 0)
        return 0;
    if (last_submitted)
        return node_at(head)->seqno;
    for (uint32_t index = head; index != 0 && node_at(index)->context == node_at(head)->context;
         index = walk(index))
        oldest = index;
    struct gicard_node *node = node_at(oldest);
    return gicard_set_done(&node->set) ? node->seqno : node->previous_seqno;
}

struct gicard_fence_set gicard_chain_set(uint32_t node)
{
    return node == 0 ? (struct gicard_fence_set){ .count = 0 } : node_at(node)->set;
}

/* ---- files -------------------------------------------------------------------------------- */

int gicard_chain_write(uint32_t head, int fd, int64_t offset)
{
    if (head == 0 || node_at(head)->context == 0)
        return 0;
    for (uint32_t index = head; index != 0; index = walk(index)) {
        const struct gicard_node *node = node_at(index);
        if (pwrite(fd, node, sizeof(*node), offset) != (ssize_t)sizeof(*node))
            return -EIO;
        offset += (int64_t)sizeof(*node);
    }
    return 0;
}

int gicard_chain_read(int fd, int64_t offset, uint32_t *out_node)
{
    uint32_t last = 0;
    struct gicard_node node;

    *out_node = 0;
    for (; pread(fd, &node, sizeof(node), offset) == (ssize_t)sizeof(node);
         offset += (int64_t)sizeof(node)) {
        uint32_t index = take_node();
        if (index == 0) {
            gicard_chain_drop(*out_node);
            *out_node = 0;
            return -ENOMEM;
        }
        *node_at(index) = node;
        node_at(index)->users = 1;
        node_at(index)->previous = 0;
        if (last != 0)
            node_at(last)->previous = index;
        else
            *out_node = index;
        last = index;
    }
    return 0;
}
