/* A bot for Kafenio in C: of the legal plays it makes the one that names the most cards.

   cc -O2 -o taker examples/bots/taker.c
   kafenio arena ronda --bots ./taker,random --matches 20 */

#include <stdio.h>
#include <string.h>

static char line[1 << 16], best[256];
static int most;

static int cards(const char *play)
{
    int n = 0;
    for (; *play; play++)
        n += *play == ' ' || *play == '+';
    return n;
}

int main(void)
{
    setvbuf(stdout, NULL, _IOLBF, 0); /* every line goes out at once */
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\r\n")] = 0;
        if (!strncmp(line, "kafenio ", 8))
            puts("bot taker in C");
        else if (!strncmp(line, "game ", 5))
            puts("ready");
        else if (!strncmp(line, "view ", 5))
            most = -1; /* a new question */
        else if (!strncmp(line, "legal ", 6) && cards(line + 6) > most) {
            most = cards(line + 6);
            snprintf(best, sizeof best, "%s", line + 6);
        } else if (!strncmp(line, "go ", 3))
            printf("play %s\n", best);
        else if (!strcmp(line, "quit"))
            break;
    }
    return 0;
}
